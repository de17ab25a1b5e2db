/*
 * What the tests of evaluations use of the page, in one bundle.
 *
 * SPDX-License-Identifier: MIT
 */
export { Engine } from "../src/net/engine";
export { evaluate, evaluateOn } from "../src/net/evaluate";
export { moveText, reasonText } from "../src/play/advice";
export { study } from "../src/net/study";
