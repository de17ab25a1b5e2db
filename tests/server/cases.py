"""tests/server/cases.py - tests that are functions, a few at a time in threads: all of a file, or those named."""
# SPDX-License-Identifier: MIT
import sys
import threading
import traceback

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def main():
    chosen = [t for t in TESTS if not sys.argv[2:] or t.__name__ in sys.argv[2:]]
    failed = []
    gate = threading.Semaphore(4)

    def run(function):
        with gate:
            try:
                function()
            except Exception as error:  # pylint: disable=broad-except
                failed.append(function.__name__)
                print(f"FAILED {function.__name__}: {error}", file=sys.stderr)
                traceback.print_exc()
    threads = [threading.Thread(target=run, args=(t,)) for t in chosen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{len(chosen) - len(failed)} of {len(chosen)} tests pass")
    return 1 if failed or not chosen else 0
