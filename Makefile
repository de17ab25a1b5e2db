# The front door. `make help` lists what it opens.
#
# Everything is built by CMake into build/ (release), build-debug/ (sanitizers) and so on;
# scripts/setup installs what is missing, and says nothing when nothing is.

.DEFAULT_GOAL := help
SHELL := /bin/bash
BUILD := build

.PHONY: help play terminal build test test-quick bench fuzz nightly check-bots signature style format setup clean

help: ## list what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

play: build ## build, start a server for this computer, open its page
	@LINEA=$(BUILD)/linea scripts/play

terminal: build ## a game in the terminal
	@$(BUILD)/linea play

build: setup ## build the program: build/linea
	@scripts/build $(BUILD) Release linea

test: setup ## every test, under sanitizers too, with gcc and clang, and the style checks
	@scripts/test

test-quick: setup ## the tests of the release build only
	@scripts/build $(BUILD) Release all
	@ctest --test-dir $(BUILD) -j $$(nproc) --output-on-failure

bench: build ## how fast is it
	@$(BUILD)/linea bench

signature: build ## one number for the behaviour of the engine
	@$(BUILD)/linea bench --signature

nightly: build ## a million checked games over all maps and player counts
	@scripts/nightly $(BUILD)/linea 1000000

check-bots: build ## a million decisions of bots: all legal, none too slow
	@scripts/check-bots $(BUILD)/linea

fuzz: setup ## every fuzz target, FUZZ_SECONDS each (default 600)
	@scripts/fuzz $(or $(FUZZ_SECONDS),600)

style: setup ## check formatting, linters and house rules
	@scripts/style

format: setup ## format the sources
	@scripts/style --fix

setup: ## install what is missing
	@scripts/setup

clean: ## remove everything that was built
	rm -rf build build-*
