"""pytest reports: long, short, line and native tracebacks, summaries, verbose and distributed runs."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.model.symptom import Frame, TestId
from kernel.reading.findings import REPORTED, SUMMED_UP, Findings
from kernel.reading.patterns import lazy
from kernel.reading.traces.library import is_library
from kernel.reading.traces.python import only_carets

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_GATE = lazy(
    r"(?m:^E   |^>   |^=+ [A-Za-z]|\b(?:FAILED|ERROR)\b.*\.\w+|\.\w+:\d+: |crashed while running)"
)
_MODULE = lazy(r"\S+\.py$")
_PARAMETERS = lazy(r"[\[ ]")
_SECTION = lazy(r"={3,} (.+?) =+$")
_HEADER = lazy(r"_+ (.+) _+$")
_SEPARATOR = lazy(r"_( _){3,} ?$")
_CAPTURED = lazy(r"-{3,} ?Captured .*-{3,}$")
_LOCATION = lazy(
    r"((?:(?:[A-Za-z]:)?[\\/][^:\"']{0,400}|[^\s:\"']{1,400})\.\w{1,8}):(\d{1,9}):(?: (.*))?$"  # only full paths hold spaces
)
_IN = lazy(r"in (\S.*)$")
_TYPE = lazy(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*$|(?:[A-Za-z_]\w*\.)+\w+$")
_TYPED = lazy(r"((?:[A-Za-z_]\w*\.)*[A-Z]\w*|(?:[A-Za-z_]\w*\.)+\w+(?=: ))(?:: ?(.*)|)$")
_ARGUMENT = lazy(r"[A-Za-z_]\w* += ")
_LOCAL = lazy(
    r" {8}(?:[\w.]+ {2,}|[\w.]{10,} )= "
)  # below short-style frames, padded to ten characters
_DEFINED = lazy(r"    (?:async )?def (\w+)")
_NODE = r"(\S{1,300}?\.\w{1,8})::([\w:.]+)"
_SUMMARY = lazy(
    rf"(?:SUB)?(?:FAILED|ERROR)\b(?:[\[(].{{0,300}}?[\])](?= \S{{1,300}}::))?\s+{_NODE}(.*)"
)
_SUMMARY_FILE = lazy(r"(?:FAILED|ERROR) (\S{1,300}?\.(?:pyi?|rst|txt|md))()( - .*)?$")
_REASON = lazy(r"(?:\[.*\])? - (.+)$")
_VERBOSE = lazy(rf"{_NODE}.*\s(?:FAILED|ERROR)\b")
_CRASHED = lazy(rf"crashed while running '{_NODE}")
_WORKER = lazy(r"\[gw\d+\] (?:\[ *\d+%\] )?")
_COLLECTED = lazy(r"ERROR collecting (\S+)")
_AT_SETUP = lazy(r"ERROR at (?:setup|teardown|call) of (.+)")
_DOCTEST = lazy(r"\[doctest\] (.+)")
_LONGEST_MESSAGE = 40


def read_pytest(lines: Sequence[str], found: Findings) -> None:
    """Add what a pytest report says: failing tests, their errors, frames and quoted source."""
    if _GATE.search("\n".join(lines)) is None:
        return
    own = Findings()
    report = _Report(own)
    for at, line in enumerate(lines):
        report.take(at, line)
    report.close()
    # Indented lines are a test's source only where something says that this is a report of pytest.
    if own.kinds:
        found.add(own)


class _Report:
    """Goes through a report line by line and remembers where in it we are."""

    __slots__ = ("arguments", "captured", "current", "errors", "found", "function", "last")

    def __init__(self, found: Findings) -> None:
        self.found = found
        self.captured = False  # inside a "Captured stdout" part or a section that is not about failures
        self.arguments = False  # inside the printed arguments of a function
        self.errors: list[tuple[int, str]] = []  # "E" lines that wait for their end
        self.function = ""  # what the quoted source defines
        self.current = ""  # the line marked with ">"
        self.last: int | None = None  # index into found.frames of a short-style frame that waits for its code

    def take(self, at: int, line: str) -> None:
        """Read one line."""
        if line.startswith("E  ") or (line == "E" and self.errors):
            self._error_line(at, line)
        elif self._is_border(at, line) or self._is_outcome(at, line):
            return
        elif not self.captured:
            self._body_line(at, line)

    def close(self) -> None:
        """End the report."""
        self._flush("")

    def _is_border(self, at: int, line: str) -> bool:
        if not line.startswith(("=", "_", "-")):
            return False
        if _SEPARATOR.match(line):
            self._flush("")
            self._start_entry()
            self.captured = False
        elif (section := _SECTION.match(line)) is not None:
            self._flush("")
            self._start_entry()
            self.captured = section[1].split(" ")[0] not in ("FAILURES", "ERRORS")
        elif (header := _HEADER.match(line)) is not None and header[1].strip("_ "):
            self._flush("")
            self._start_entry()
            self.captured = False
            self._header(at, header[1])
        elif _CAPTURED.match(line):
            self._flush("")
            self.captured = True
        else:
            return False
        self.found.used.add(at)
        return True

    def _start_entry(self) -> None:
        self.function, self.current, self.last, self.arguments = "", "", None, False

    def _header(self, at: int, title: str) -> None:
        if (collected := _COLLECTED.match(title)) is not None:
            self._test(at, collected[1], "")
        elif (module := _MODULE.match(title)) is not None:
            self._test(at, module[0], "")
        else:
            staged, doctest = _AT_SETUP.match(title), _DOCTEST.match(title)
            name = (staged or doctest or [title, title])[1]
            if doctest is not None:
                self.found.add_kind("doctest failure")
            self._test(at, "", _PARAMETERS.split(name, maxsplit=1)[0].replace("::", "."))

    def _is_outcome(self, at: int, line: str) -> bool:
        if "FAILED" not in line and "ERROR" not in line and "crashed while" not in line:
            return False
        bare = _WORKER.sub("", line, count=1) if line.startswith("[gw") else line
        summary = _SUMMARY.match(bare) or _SUMMARY_FILE.match(bare)
        match = summary or _VERBOSE.match(bare) or _CRASHED.search(bare)
        if match is None:
            return False
        self._test(at, match[1], (match[2] or "").replace("::", "."))
        self.found.used.add(at)
        reason = _REASON.match(summary[3] or "") if summary is not None else None
        if reason is not None:
            typed = _TYPED.match(reason[1])
            self.found.add_error(SUMMED_UP, at, *((typed[1], typed[2] or "") if typed else ("", reason[1])))
        return True

    def _test(self, at: int, path: str, name: str) -> None:
        self.found.tests.append((at, TestId(path, name)))
        self.found.add_kind("pytest failure")

    def _error_line(self, at: int, line: str) -> None:
        if not self.captured:
            self.errors.append((at, line[1:]))
            self.last = None

    def _body_line(self, at: int, line: str) -> None:
        if line.startswith((">", "    ")):
            self._source_line(at, line)
        elif (location := _LOCATION.match(line)) is not None:
            self._location(at, location)
        elif _ARGUMENT.match(line):
            self.arguments = True
        elif not line:
            self.arguments = False

    def _source_line(self, at: int, line: str) -> None:
        if self.last is not None and _LOCAL.match(line):
            self.arguments = True
        is_hint = line.startswith(">") and bool(self.errors)  # "available fixtures", below the error
        if is_hint or (self.arguments and not line.startswith(">")):
            return
        self.found.used.add(at)
        body = line[1:] if line.startswith(">") else line
        if only_carets(body):
            return
        self.found.code.append((at, body[3:] if line.startswith(">") else body[4:]))
        if line.startswith(">"):
            self.current = body.strip()
        if not self.function and (defined := _DEFINED.match(body)) is not None:
            self.function = defined[1]
        if self.last is not None:
            index, frame = self.found.frames[self.last]
            code = f"{frame.code}\n{body.strip()}" if frame.code else body.strip()
            self.found.frames[self.last] = (index, frame._replace(code=code))

    def _location(self, at: int, match: re.Match[str]) -> None:
        path, rest = match[1], match[3] or ""
        inside, typed = _IN.match(rest), _TYPED.match(rest)
        is_end = _TYPE.match(rest) is not None or (not rest and bool(self.current))
        if not inside and not is_end and typed is None:
            return
        if typed is not None and typed[1].endswith("Warning"):
            return
        self.found.add_kind("pytest failure")
        self.found.used.add(at)
        function = inside[1] if inside else self.function
        frame = Frame(path, int(match[2]), function, "" if inside else self.current, is_library(path))
        self.found.frames.append((at, frame))
        had_errors = bool(self.errors)
        self._flush("" if inside else rest)
        if typed is not None and not is_end and not had_errors:
            self.found.add_error(REPORTED, at, typed[1], typed[2] or "")
        self._start_entry()
        self.last = len(self.found.frames) - 1 if inside else None

    def _flush(self, type_: str) -> None:
        """Make one error of the collected "E" lines; ``type_`` is what the location below them says."""
        if not self.errors:
            return
        at = self.errors[0][0]
        texts = [text for _, text in self.errors]
        if not any(
            'File "' in text for text in texts
        ):  # a quoted traceback is left to the reader of tracebacks
            self.found.used.update(number for number, _ in self.errors)
        self.errors = []
        indent = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
        texts = [text[indent:].rstrip() for text in texts[:_LONGEST_MESSAGE]]
        while texts[1:] and texts[0].startswith((" ", "File ", "Traceback (")):
            texts.pop(0)
        self.found.add_kind("pytest failure")
        typed = _TYPED.match(texts[0])
        if typed is None:
            self.found.add_error(REPORTED, at, type_, "\n".join(texts))
        else:
            self.found.add_error(REPORTED, at, typed[1], "\n".join([typed[2] or "", *texts[1:]]))
