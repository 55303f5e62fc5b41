"""Raises with a literal message in languages other than Python, and how a trace of each language looks."""

import re
from collections.abc import Callable
from typing import NamedTuple

_TEXT = r"(?P<quote>[\"'`])(?P<message>(?:(?!(?P=quote))[^\\\n]){{{low},{high}}})(?P=quote)"
_THROWN = r"\bthrow\s+(?:new\s+)?(?P<error>[A-Za-z_][\w.\\:]*)\s*\(\s*" + _TEXT
_PATTERNS = {
    "ecmascript": _THROWN,
    "jvm": _THROWN,
    "c_sharp": _THROWN,
    "php": _THROWN,
    "go": r"\b(?P<error>errors\.New|fmt\.Errorf|panic)\(\s*" + _TEXT,
    "rust": r"\b(?P<error>panic!|bail!|anyhow!|unreachable!|[A-Z]\w*::\w+|Err|\.expect)\(\s*" + _TEXT,
    "ruby": r"\b(?P<error>raise)\s*\(?\s*(?:[A-Z][\w:]*(?:\.new)?\s*[,(]\s*)?" + _TEXT,
    "c": r"\b(?P<error>(?:throw\s+[\w:]+|\w*(?:err|error|fatal|die|warn|fail|panic|abort|log|throw)\w*))\s*\((?:[^\"'\n;]{{0,80}},)?\s*" + _TEXT,
    "swift": r"\b(?P<error>fatalError|preconditionFailure)\(\s*" + _TEXT,
    "elixir": r"\b(?P<error>raise)\s*\(?\s*(?:[A-Z][\w.]*\s*,\s*(?:message:\s*)?)?" + _TEXT,
}
"""How each family of languages raises, or reports, an error with a text."""


class Raised(NamedTuple):
    """Where an error is made: 1-based line, what makes it, its literal text."""

    line: int
    error: str
    message: str


def raises(family: str, text: str, shortest: int, longest: int, unwanted: frozenset[str]) -> list[Raised]:
    """Errors of a source text that are made with a literal message of so many characters, in its order."""
    if family not in _PATTERNS:
        return []
    pattern = re.compile(_PATTERNS[family].format(low=shortest, high=longest).replace("{{", "{").replace("}}", "}"))
    found = []
    for match in pattern.finditer(text):
        if not unwanted & set(match["message"]) and "%" not in match["message"]:
            found.append(Raised(text.count("\n", 0, match.start("message")) + 1, match["error"], match["message"]))
    return found


class Printed(NamedTuple):
    """What a trace prints of its one frame: absolute path, line, function, and the repository path."""

    absolute: str
    line: int
    function: str
    path: str


def trace(family: str, error: str, message: str, frame: Printed | None) -> str:
    """An error as a program of a language prints it, with one frame or none; ``message`` may be empty."""
    plain = f"{error}: {message}" if message else error
    form = _TRACES.get(family)
    if frame is None or form is None:
        return f"{message or plain}\n" if family in ("go", "rust", "c", "ruby") else f"{plain}\n"
    return form(plain, message or error, frame)


def _java(plain: str, _: str, frame: Printed) -> str:
    parts = frame.path.rpartition(".")[0].split("/")
    roots = [i + 1 for i, part in enumerate(parts) if part in ("java", "kotlin", "scala", "src")]
    name = ".".join(parts[roots[-1] if roots else 0 :])
    return f'Exception in thread "main" {plain}\n\tat {name}.{frame.function or "main"}({frame.path.rpartition("/")[2]}:{frame.line})\n'


_TRACES: dict[str, Callable[[str, str, Printed], str]] = {
    "ecmascript": lambda plain, _, f: f"{plain}\n    at {f.function or 'Object.<anonymous>'} ({f.absolute}:{f.line}:3)\n    at node:internal/main/run_main_module:36:49\n",
    "jvm": _java,
    "c_sharp": lambda plain, _, f: f"Unhandled exception. {plain}\n   at {f.function or 'Main'}() in {f.absolute}:line {f.line}\n",
    "php": lambda plain, _, f: f"PHP Fatal error:  Uncaught {plain} in {f.absolute}:{f.line}\nStack trace:\n#0 {{main}}\n",
    "go": lambda _, said, f: f"panic: {said}\n\ngoroutine 1 [running]:\nmain.{f.function or 'main'}(...)\n\t{f.absolute}:{f.line} +0x1d\nexit status 2\n",
    "rust": lambda _, said, f: f"thread 'main' panicked at {f.path}:{f.line}:5:\n{said}\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
    "ruby": lambda _, said, f: f"{f.absolute}:{f.line}:in `{f.function or '<main>'}': {said} (RuntimeError)\n",
    "c": lambda _, said, f: f"{said}\n#0  0x00005555 in {f.function or 'main'} () at {f.path}:{f.line}\n",
    "elixir": lambda _, said, f: f"** (RuntimeError) {said}\n    (app 0.1.0) {f.path}:{f.line}: {f.function or 'main'}/1\n",
}
