"""Every reader of traces, test runs and compilers behind a cheap look; what they find in a text, as blocks."""

import sys
from collections.abc import Callable, Sequence

from kernel.model.named import NamedTuple
from kernel.reading.blocks import Block, placed
from kernel.reading.margins import Unmargined

LONGEST_TEXT = 20_000_000
"""Characters; readers are not asked about a longer text."""


class Reader(NamedTuple):
    """A module with ``read_blocks(lines)``, asked where the text holds one of ``signs`` (2 stands for any digit)."""

    module: str
    signs: tuple[str, ...]


_TRACES = "kernel.reading.traces."
_TESTS = "kernel.reading.tests."
_COMPILERS = "kernel.reading.compilers."
PYTHON = Reader(_TRACES + "python_blocks", ('File "', "Fatal Python error: "))
BOXES = (
    Reader(_TRACES + "ipython_blocks", ("  Traceback (most recent call last)",)),
    Reader(_TRACES + "box_blocks", ("─ Traceback", "- Traceback", "─ Error in sys.excepthook")),
)
READERS: tuple[Reader, ...] = (
    Reader(_TRACES + "javascript", ("    at ", "\tat ", "  at ", "@http", "@file:", "❯ ")),
    Reader(_TRACES + "java", (".java:2", ".kt:2", ".scala:2", ".groovy:2", "(Native Method)", "(Unknown Source)", "Thread.State: ")),
    Reader(_TRACES + "csharp", (":line ", "---> ", "--- End of ", "   at System.", "   at Microsoft.")),
    Reader(_TRACES + "go", ("goroutine ", "WARNING: DATA RACE", "panic: ", "fatal error: ")),
    Reader(_TRACES + "rust", (" panicked at ",)),
    Reader(_TRACES + "php", ("#2 /", "#2 phar:", "#2 [internal", "#2 C:", ".php:2")),
    Reader(_TRACES + "ruby", (":in `", ":in '")),
    Reader(_TRACES + "lua", ("stack traceback:",)),
    Reader(_TRACES + "tap_stack", ("stack: |", "stack: >", "# (in test file ", "# (from function ")),
    Reader(_TRACES + "elixir", (".ex:2", ".exs:2", ".erl:2", ".eex:2", ".heex:2")),
    Reader(_TRACES + "native", ("Sanitizer", "#2  ", "#2 2x", "==    at 2x", ".swift:2")),
    Reader(_TESTS + "pytest_report", ("= FAILURES =", "= ERRORS =", "2 passed", "2 failed", "2 error", " PASSED", "error during collection", "errors during")),
    Reader(_TESTS + "unittest_report", ("Ran ", " ... ok\n")),
    Reader(_TESTS + "jest", ("Test Suites: ", " PASS  ", " FAIL  ", "PASS ", "FAIL ")),
    Reader(_TESTS + "vitest", ("Test Files", "⎯⎯")),
    Reader(_TESTS + "mocha", ("2 failing", "2 passing", "specs, ", "(Run Starting)")),
    Reader(_TESTS + "playwright", ("] › ",)),
    Reader(_TESTS + "go_test", ("--- FAIL: ", "--- PASS: ", "=== RUN", "\nok  \t", "• ")),
    Reader(_TESTS + "go_events", ('"Action":"',)),
    Reader(_TESTS + "cargo_test", ("test result: ", " ... ok\n", " stdout ----")),
    Reader(_TESTS + "junit", ("Tests run: ", " FAILED\n", " PASSED\n", "<<< FAILURE", "<<< ERROR")),
    Reader(_TESTS + "rspec", ("2 examples, ", "2 example, ")),
    Reader(_TESTS + "minitest", (" assertions, ", ") Failure:", ") Error:", "Failure:\n", "Error:\n", "FAIL[", "ERROR[", "FAIL (2", "ERROR (2", "Failure: test", "Error: test")),
    Reader(_TESTS + "phpunit", ("PHPUnit", "\nTests: ", "   Tests:")),
    Reader(_TESTS + "dotnet", ("[xUnit.net", "Total tests: ", "!  - Failed:", "! - Failed:", "Test Run ")),
    Reader(_TESTS + "exunit", ("Randomized with seed", "Running ExUnit", "2 tests, ", "2 test, ")),
    Reader(_TESTS + "ctest", ("tests passed", "[ RUN      ]", "[  FAILED  ]", "[       OK ]")),
    Reader(_TESTS + "catch2", ("with expansion:\n", " is a Catch", "FAILED:\n")),
    Reader(_TESTS + "xctest", ("Test Case ", "Executed ", "** TEST")),
    Reader(_TESTS + "tap", ("\nnot ok ", "\nok 2", "TAP version", "ℹ tests ", "✖ failing tests:", "# Subtest: ")),
    Reader(_COMPILERS + "gcc", (" error: ", " warning: ", " note: ", "undefined reference", "cannot find -l", "Undefined symbols", "undefined symbol", "unresolved external symbol", "collect2")),
    Reader(_COMPILERS + "rustc", ("error[E", "error: ", "warning: ")),
    Reader(_COMPILERS + "parenthesised", ("): error", "): warning", " - error TS", "Build FAILED", "): fatal")),
    Reader(_COMPILERS + "jvm", (".java:2", ".java:[", "e: /", "e: file:", "w: /", "w: file:", ".kt: (2", ".kts: (2", ".kt:2", ".kts:2", "BUILD FAIL", "BUILD SUCC", "Build failed", ".scala:2", "COMPILATION ERROR", "[ERROR] ", "What went wrong")),
    Reader(_COMPILERS + "linters", (".py:2", ".pyi:2", ".go:2", "  error  ", "  warning  ", " --> ", "✖ ")),
    Reader(_COMPILERS + "bundlers", ("ERROR in ", "WARNING in ", "[ERROR]", "[WARNING]", "webpack ", "Build failed with")),
    Reader(_COMPILERS + "cmake", ("CMake ",)),
    Reader(_COMPILERS + "builders", ("***", "ninja: ", "FAILED: ", "ERROR: ", "error: ", "npm ERR!", "npm error ", "BUILD FAILED", "build commands failed", "exit status ", "Failed to build")),
)  # fmt: skip


def read_blocks(
    margins: Unmargined, text: str, readers: Sequence[Reader] = (PYTHON, *BOXES, *READERS)
) -> tuple[Block, ...]:
    """What the readers understand of a text, in the order of the lines; blocks of different readers may overlap.

    Args:
        margins: The text's lines without their margins.
        text: The text's shapes (see ``vocabulary.shapes_of``), each once, for the cheap looks.
        readers: Whom to ask.
    """
    if len(text) > LONGEST_TEXT:
        return ()
    found: list[Block] = []
    for reader in _asked(text, readers):
        __import__(reader.module)
        read: Callable[[Sequence[str]], list[Block]] = sys.modules[reader.module].read_blocks
        if not margins.writers:
            found += read(margins.bodies)
        for indexes in margins.writers:
            found += [placed(block, indexes) for block in read([margins.bodies[i] for i in indexes])]
    return tuple(sorted(found, key=lambda block: (block.start, -block.end, block.tool)))


def _asked(text: str, readers: Sequence[Reader]) -> list[Reader]:
    """Those one of whose signs a text holds. To find that a character is missing takes a fraction of what it takes for a sign."""
    characters = set("".join(sign for reader in readers for sign in reader.signs))
    missing = {character for character in characters if character not in text}
    return [
        reader
        for reader in readers
        if any(sign in text for sign in reader.signs if missing.isdisjoint(sign))
    ]
