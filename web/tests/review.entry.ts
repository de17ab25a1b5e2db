/*
 * What the tests of reviews use of the page, in one bundle.
 *
 * SPDX-License-Identifier: MIT
 */
export { Engine } from "../src/net/engine";
export { Reviewing } from "../src/net/review";
