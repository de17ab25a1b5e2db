/*
 * What the tests of the model use of the page, in one bundle: signals must be the same for all.
 *
 * SPDX-License-Identifier: MIT
 */
export { LocalGame } from "../src/game/local";
export { ReplayGame } from "../src/game/replay";
export { kindOf } from "../src/net/host";
export * as settings from "../src/settings";
export { study } from "../src/net/study";
export { Engine } from "../src/net/engine";
export { Host } from "../src/net/host";
