"""What stands between the structures: paths, names and error messages in logs and in people's sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernel.model.symptom import Place, TestId
from kernel.reading.findings import GUESSED, Findings
from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_SUFFIXES = frozenset(
    "py pyi pyx ipynb js jsx mjs cjs ts tsx vue svelte go rs java kt kts scala c h cc cpp cxx hpp hh cs rb erb php swift m mm"
    " ex exs erl sh bash zsh sql htm html jinja jinja2 j2 css scss less json yml yaml toml cfg ini conf txt md rst xml proto"
    " gradle tf lua pl pm r jl dart zig nim hs ml clj scm".split()
)
_TOKEN = lazy(r"[\w.~{}@+\-/\\:#]+(?:\(\d{1,9}\))?")
_PATH = lazy(r"(.*?[\w}]\.(\w{1,7}))(?:(?::|#L|\()(\d{1,9}))?(?::\d+)*[:.)]*$")
_NODE = lazy(r"(.+?\.pyi?)::([\w:.]+)")
_LINE_AFTER = lazy(r"[\"'`]?,? (?:at |on )?line (\d{1,9})")
_PRODUCT = lazy(r"[A-Z]\w*\.js$")
_DOTTED = lazy(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$")
_DOMAIN = lazy(r"\.(?:com|org|net|io|dev)$")
_QUOTED = lazy(r"['\"`]([A-Za-z_][\w.]{1,80})(?:\(\))?['\"`]")
_CALLED = lazy(r"(?<![\w.])([A-Za-z_]\w{2,80})\(\)")
_TICKED = lazy(r"`([^`\n]{2,120})`")
_WORD = lazy(r"[A-Za-z_]\w{2,80}")
_SHAPED = lazy(r"_?[A-Za-z0-9]+_\w*[A-Za-z0-9]|__\w+__|[A-Z]?[a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]\w+")
_ERROR = lazy(
    r"\b((?:[A-Za-z_]\w{0,80}\.){0,8}[A-Z]\w{0,80}?(?:Error|Exception|Warning|Interrupt|Exit|Failure|Fault))\b"
    r"(?:: +(.+)|\(([\"'])(.+?)\3,?\)|:?$)"
)
_ERROR_WORDS = ("Error", "Exception", "Warning", "Interrupt", "Exit", "Failure", "Fault")
_QUIET_HEADS = ("rootdir:", "configfile:", "plugins:", "platform ", "cachedir:", "testpaths:")
_QUIET = lazy(r"\[gw\d+\]|\S+\.py [.sxX]+(?: |$)")
_PASSED_WORDS = ("PASSED", "SKIPPED", "XFAIL", "XPASS")
_PASSED = lazy(r"\b(?:PASSED|SKIPPED|XFAIL|XPASS)\b")
_MOST_LINES = 60
"""Lines outside of structures from which names are taken, where structures exist; more than that is a log."""


def read_prose(lines: Sequence[str], found: Findings) -> None:
    """Add places, and guessed errors and names, from the lines that no other reader understood."""
    rest = [(at, line) for at, line in enumerate(lines) if at not in found.used and line.strip()]
    rest = [(at, line) for at, line in rest if not _is_quiet(line)]
    structured = bool(found.frames or found.tests or found.errors)
    for at, line in rest:
        _read_places(at, line, found, structured)
        _read_error(at, line, found, structured)
    for at, line in rest if not structured else rest[:_MOST_LINES]:
        found.names.extend((at, name) for name in names_in(line))


def _is_quiet(line: str) -> bool:
    """Whether a line is a test runner's talk about itself or about tests that passed. Cheap looks first."""
    if line.startswith(_QUIET_HEADS) or line.endswith("... ok"):
        return True
    if (line.startswith("[gw") or ".py " in line) and _QUIET.match(line) is not None:
        return True
    return any(word in line for word in _PASSED_WORDS) and _PASSED.search(line) is not None


def _path(token: str) -> re.Match[str] | None:
    """A token as a path (group 1) with a known suffix and perhaps a line number (group 3)."""
    match = _PATH.match(token)
    return match if match is not None and match[2] in _SUFFIXES else None


def names_in(text: str) -> Iterator[str]:
    """Identifiers that stand in a sentence or message: back-ticked, quoted, called, dotted, snake_case, CamelCase."""
    for match in _TICKED.finditer(text) if "`" in text else ():
        bare = match[1].strip().removesuffix("()")
        if _DOTTED.match(bare) or _WORD.fullmatch(bare):
            yield bare
    is_quoted = "'" in text or '"' in text or "`" in text
    for is_possible, pattern in ((is_quoted, _QUOTED), ("()" in text, _CALLED)):
        for match in pattern.finditer(text) if is_possible else ():
            yield match[1].strip(".")
    for match in _TOKEN.finditer(text):
        token = match[0].strip(".:#-")
        if "." in token and _DOTTED.match(token) and not _path(token) and not _DOMAIN.search(token) and len(token) > 4:
            yield token
        elif "/" not in token and "\\" not in token:
            yield from (word[0] for word in _WORD.finditer(token) if _SHAPED.fullmatch(word[0]))


def _read_places(at: int, line: str, found: Findings, structured: bool) -> None:
    if "." not in line:
        return
    for match in _TOKEN.finditer(line):
        token = match[0]
        if "." not in token or len(token) > 400 or "://" in token:
            continue
        node = _NODE.match(token) if "::" in token else None
        if node is not None:
            if not structured:
                found.add_kind("test name")
                found.tests.append((at, TestId(node[1], node[2].strip(":").replace("::", "."))))
            continue
        place = _path(token)
        if place is None or (not place[3] and _PRODUCT.match(place[1])):
            continue
        after = None if place[3] else _LINE_AFTER.match(line, match.end())
        number = place[3] or (after[1] if after else None)
        found.places.append((at, Place(_bare_path(place[1]), int(number) if number else None)))


def _bare_path(token: str) -> str:
    """A path without what is glued to its front by a colon; a drive letter stays."""
    before, colon, after = token.rpartition(":")
    is_drive = len(before) == 1 and after[:1] in ("\\", "/")
    return (token if is_drive or not colon else after).lstrip("@")


def _read_error(at: int, line: str, found: Findings, structured: bool) -> None:
    if not any(word in line for word in _ERROR_WORDS):
        return
    match = _ERROR.search(line)
    if match is None:
        return
    found.add_error(GUESSED, at, match[1], match[2] or match[4] or "")
    if match[1].endswith("Warning") or not structured:
        found.add_kind("warning" if match[1].endswith("Warning") else "error message")
