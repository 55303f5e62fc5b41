"""Which readers a text needs. A reader's module is loaded only where a cheap look says that it may find something."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from kernel.reading.findings import Findings
from kernel.reading.patterns import lazy

Read = Callable[[Sequence[str], Findings], None]

# What traces, reports and messages of other languages hold; their readers look closer.
_OTHER_SIGNS = (
    "  at ", "\tat ", "@http", "@file:", "❯ ", "goroutine ", "DATA RACE", "panic: ", " panicked at ", "#0 ", "#1 ", ":in `", ":in '", ".ex:", ".exs:",
    ".erl:", "Sanitizer", "Test Suites: ", "Test Files", " failing", "--- FAIL: ", "test result: ", "Tests run: ", "<<< ", " examples, ", "PHPUnit", "xUnit",
    " error: ", "error[", "): error", "error TS", ".java:", ".kt:", ".go:", ".scala:", "ERROR in ", "CMake ", "undefined reference", "[ERROR] ", "e: ", " FAILED\n",
    " tests, ", " assertions, ", "Failure:\n", "Error:\n", "stack traceback:", "[  FAILED  ]", "] › ", "not ok ",
    "stack: |", "stack: >", "# (in test file ", "# (from function ", "✖ ",
)  # fmt: skip
_LOCATION = lazy(r"\w:\d+: ")


def readers_for(text: str) -> Iterator[Read]:
    """The readers to ask about a text, in the order in which they are to be asked.

    A reader leaves the lines alone that one before it understood.
    """
    for may_find, module, function in _READERS:
        if may_find(text):
            read: Read = getattr(import_module(module), function)
            yield read


def _is_diff(text: str) -> bool:
    return "--- " in text and "\n+++ " in text


def _is_doctest(text: str) -> bool:
    return "Failed example:" in text or "DocTestFailure" in text or "UnexpectedException" in text


def _is_pytest(text: str) -> bool:
    above = "\n" + text[:3]
    starts = any(f"\n{start}" in text or f"\n{start}" in above for start in ("E  ", ">  ", "="))
    words = "FAILED" in text or "ERROR" in text or "crashed while running" in text
    return starts or words or _LOCATION.search(text) is not None


def _is_unittest(text: str) -> bool:
    return "FAIL" in text or "ERROR" in text


def _is_ipython(text: str) -> bool:
    return "  Traceback (most recent call last)" in text


def _is_box(text: str) -> bool:
    return any(line.lstrip()[:1] in "╭+┌" for line in text.split("\n") if "Traceback" in line)


def _is_python(text: str) -> bool:
    return 'File "' in text or "Fatal Python error: " in text


def _is_other(text: str) -> bool:
    return any(sign in text for sign in _OTHER_SIGNS)


# The look at the whole text without which a reader cannot find anything, its module and its name.
_READERS: tuple[tuple[Callable[[str], bool], str, str], ...] = (
    (_is_diff, "kernel.reading.diffs", "read_diffs"),
    (_is_doctest, "kernel.reading.tests.doctest", "read_doctest"),
    (_is_pytest, "kernel.reading.tests.pytest", "read_pytest"),
    (_is_unittest, "kernel.reading.tests.unittest", "read_unittest"),
    (_is_ipython, "kernel.reading.traces.ipython", "read_ipython"),
    (_is_box, "kernel.reading.traces.boxes", "read_boxes"),
    (_is_python, "kernel.reading.traces.python", "read_python_traces"),
    (_is_other, "kernel.reading.other_languages", "read_other_languages"),
)
