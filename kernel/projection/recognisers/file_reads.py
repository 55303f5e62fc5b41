"""Files that are read: what is likely to be edited comes whole up to a real budget, larger sources as an outline."""

from collections.abc import Callable, Iterator, Sequence

from kernel.projection.command import read_path
from kernel.projection.file_kinds import DATA, DOCUMENT, LOG, SOURCE, file_kind
from kernel.projection.recogniser import EXACT, MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.reading.gutters import file_numbers, without_gutter
from kernel.tokens import Estimator, estimate

BUDGET = 8000
"""Tokens of a source, configuration or document up to which it is shown whole, and to which a larger source is folded."""

BODIES = "lines of function bodies"
BODIES_WHY = "a large source; its outline is shown"
SECTIONS = "lines of sections"
SECTIONS_WHY = "a large document; its headings, code and the beginning of each section are shown"
_SECTION_START = 3
_READING = ("read", "notebookread")


def propose(seen: Seen) -> Iterator[Proposal]:
    """Keep a file that fits the budget or a window that was asked for; fold bodies or sections of a larger one."""
    path = seen.path or read_path(seen.command) or _path_in(seen.command)
    kind = file_kind(path)
    is_unknown = not kind and seen.tool not in _READING and not seen.text.startswith("#!")
    if (kind in (DATA, LOG) or is_unknown) and not _is_window(seen):
        return
    if _is_window(seen) or estimate(seen.text) <= BUDGET:
        yield Keep(0, len(seen.lines), MUST, "a file that may be edited next")
        return
    bodies = without_gutter(seen.lines)
    if kind == SOURCE and seen.outline is not None:
        yield from _outlined(seen, bodies, seen.outline(path, "\n".join(bodies)))
    elif kind == DOCUMENT:
        yield from _headings(seen, bodies)


def _is_window(seen: Seen) -> bool:
    """Whether lines were picked: by an offset or limit, seen in the call or by the first number of the gutter."""
    if seen.tool != "read":
        return False
    numbers = file_numbers(seen.lines[:1])
    return "offset=" in seen.command or "limit=" in seen.command or bool(numbers and numbers[0] > 1)


def _path_in(command: str) -> str:
    """The path in a call that is written as ``Read(path, …)``."""
    inside = command.partition("(")[2]
    return inside.partition(",")[0].rstrip(")").strip() if command.startswith("Read(") else ""


def _outlined(seen: Seen, bodies: Sequence[str], ranges: Sequence[tuple[int, int]]) -> Iterator[Proposal]:
    """Fold the longest bodies first, until the rest fits the budget."""
    tokens_of = Estimator().tokens
    over = tokens_of(seen.text) - BUDGET
    note = _note_of(file_numbers(seen.lines))
    sized = sorted(
        ((tokens_of("\n".join(bodies[start:end])), start, end) for start, end in ranges),
        key=lambda one: (-one[0], one[1]),
    )
    for tokens, start, end in sized:
        if over <= 0:
            return
        over -= tokens
        yield Fold(start, end, BODIES, BODIES_WHY, SURE, BODIES, note)


def _note_of(numbers: Sequence[int]) -> Callable[[Sequence[int]], str] | None:
    """Tells the file's own line numbers where they are not those of the output."""
    if not numbers or numbers[0] == 1:
        return None
    return lambda lines: f"lines {numbers[min(lines)]}-{numbers[max(lines)]} of the file"


def _headings(seen: Seen, bodies: Sequence[str]) -> Iterator[Proposal]:
    """Of each section of a document the heading and its first lines stay, and every fenced code block."""
    since = 0
    fenced = False
    for at, line in enumerate(bodies):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            yield Keep(at, at + 1, EXACT, "code of a document")
        elif fenced:
            yield Keep(at, at + 1, EXACT, "code of a document")
        elif _is_heading(line):
            since = 0
            yield Keep(at, at + 1, EXACT, "a heading")
        elif line.strip():
            since += 1
            if since > _SECTION_START:
                yield Fold(at, at + 1, SECTIONS, SECTIONS_WHY, SURE, SECTIONS)


def _is_heading(line: str) -> bool:
    """A heading of Markdown, or the rule under one."""
    bare = line.strip()
    return line.startswith("#") or (len(bare) >= 3 and len(set(bare)) == 1 and bare[0] in "=-~^")
