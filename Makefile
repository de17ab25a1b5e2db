# The front door. `make help` lists what it opens.
#
# Everything is built by CMake into build/ (release), build-debug/ (sanitizers) and so on;
# scripts/setup installs what is missing, and says nothing when nothing is.

.DEFAULT_GOAL := help
SHELL := /bin/bash
BUILD := build

.PHONY: help play terminal build batch test test-quick bench bench-wasm fuzz nightly oracle check-bots other-machines page-speed screenshots signature steady style format setup setup-tests setup-nightly clean

help: ## list what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

play: build ## build, start a server for this computer, open its page
	@LINEA=$(BUILD)/linea scripts/play

terminal: build ## a game in the terminal
	@$(BUILD)/linea play

build: setup ## build the program: build/linea
	@scripts/build $(BUILD) Release linea

batch: setup ## build the library for programs that learn: build/liblinea-batch.so
	@scripts/build $(BUILD) Release linea_shared

test: setup-tests ## every test, under sanitizers too, with gcc and clang, and the style checks
	@scripts/test

test-quick: setup-tests ## the tests of the release build only
	@scripts/build $(BUILD) Release all
	@ctest --test-dir $(BUILD) -j $$((2 * $$(nproc))) --output-on-failure

bench: build ## how fast is it
	@$(BUILD)/linea bench

bench-wasm: setup ## the same in WebAssembly, compared
	@scripts/bench-wasm

signature: build ## one number for the behaviour of the engine
	@$(BUILD)/linea bench --signature

nightly: setup-nightly ## what takes hours: a million checked games, the oracle, other machines, every test 30 times
	@scripts/build $(BUILD) Release all
	@scripts/nightly $(BUILD)

steady: setup-nightly ## every test STEADY_TIMES (default 30) with all processors busy
	@scripts/build $(BUILD) Release all
	@scripts/steady $(BUILD)

other-machines: setup-nightly ## the tests of the engine on a big-endian, on a 32-bit machine and on 64-bit ARM, under qemu
	@scripts/other-machines

oracle: setup-tests ## the plain oracle against the engine, ORACLE_GAMES of each map and players (default 1000)
	@scripts/build $(BUILD) Release oracle
	@scripts/oracle $(BUILD)/tests/oracle $(or $(ORACLE_GAMES),1000) $(or $(ORACLE_FROM),0)

check-bots: build ## a million decisions of bots: all legal, none too slow
	@scripts/check-bots $(BUILD)/linea

fuzz: setup-tests ## every fuzz target, FUZZ_SECONDS each (default 600)
	@scripts/fuzz $(or $(FUZZ_SECONDS),600)

style: setup-tests ## check formatting, linters and house rules
	@scripts/style

format: setup-tests ## format the sources
	@scripts/style --fix

page-speed: build setup-tests ## how quick is the page, in Chromium
	@LINEA=$(BUILD)/linea node web/tests/browser/speed.mjs

screenshots: build setup-tests ## a screenshot of every screen, into build/screenshots
	@LINEA=$(BUILD)/linea node web/tests/browser/screenshots.mjs $(BUILD)/screenshots

setup: ## install what building needs and is missing
	@scripts/setup

setup-tests: ## the same for the tests
	@scripts/setup --tests

setup-nightly: ## the same for what runs at night
	@scripts/setup --nightly

clean: ## remove everything that was built
	rm -rf build build-*
