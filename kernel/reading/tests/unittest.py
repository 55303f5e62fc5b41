"""unittest reports, the Django runner's among them: the titles of failures and the verbose list."""

from collections.abc import Sequence

from kernel.model.symptom import TestId
from kernel.reading.findings import Findings
from kernel.reading.patterns import lazy

_TITLE = lazy(r"(?:FAIL|ERROR): (\w+) \(([\w.]+)\)")
_MODULE = lazy(r"ERROR: ([\w.]+) \(unittest\.loader\._FailedTest(?:\.[\w.]+)?\)")
_FIXTURE = lazy(r"ERROR: (?:setUpClass|tearDownClass|setUpModule|tearDownModule) \(([\w.]+)\)")
_VERBOSE = lazy(r"(\w+) \(([\w.]+)\)(?: \.\.\.| \[).*\b(?:FAIL|ERROR)\b")


def read_unittest(lines: Sequence[str], found: Findings) -> None:
    """Add the failing tests of a unittest report; their tracebacks are read elsewhere."""
    for at, line in enumerate(lines):
        if "FAIL" not in line and "ERROR" not in line:
            continue
        if (module := _MODULE.match(line)) is not None:
            _add(found, at, "", module[1])
        elif (fixture := _FIXTURE.match(line)) is not None:
            _add(found, at, "", fixture[1])
        elif (match := _TITLE.match(line) or _VERBOSE.match(line)) is not None:
            _add(found, at, match[1], match[2])


def _add(found: Findings, at: int, method: str, dotted: str) -> None:
    """``dotted`` is the module and class, with or without the method at its end."""
    found.add_kind("unittest failure")
    found.used.add(at)
    parts = dotted.split(".")
    if method and parts[-1] == method:
        parts.pop()
    start = next((n for n, part in enumerate(parts) if part[:1].isupper()), len(parts))
    module, classes = parts[:start], parts[start:]
    name = ".".join([*classes, method] if method else classes)
    found.tests.append((at, TestId("", name)))
    if module and module != ["__main__"]:
        found.names.append((at, ".".join(module)))
