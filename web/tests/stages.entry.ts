/*
 * What the test of the stages uses of the page, in one bundle: signals must be the same for all.
 *
 * SPDX-License-Identifier: MIT
 */
export { batch, signal } from "@preact/signals";
export { Stages } from "../src/table/stages";
