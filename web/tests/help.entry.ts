/*
 * What the test of the help pages uses of the page, in one bundle: signals must be the same for all.
 *
 * SPDX-License-Identifier: MIT
 */
export { rulesOf } from "../src/screens/help/rules";
export { language as chosen } from "../src/settings";
export { begin, language } from "../src/text";
