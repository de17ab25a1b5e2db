/*
 * What the test of names uses of the page.
 *
 * SPDX-License-Identifier: MIT
 */
export { pastLog } from "../src/game/log";
export { paints, paintsOf } from "../src/paints";
export { isOwn, likeness, playerNames, speaker, stoodInText } from "../src/players";
