"""Matches of a search: every file is named, of look-alike matches the first are shown."""

from collections.abc import Callable, Iterator, Sequence

from kernel.projection.recogniser import SURE, Fold, Keep, Proposal, Seen
from kernel.reading.path_lists import Match, read_matches
from kernel.reading.templates import read_templates

KIND = "matches"
WHY = "more matches of a long search; the first of each file and of each form are shown, the others told by file and line"
_FEWEST = 60
"""Printed lines; a shorter answer is shown whole."""

_OF_FILE = 3
_OF_FORM = 2
_MOST_FILES = 150
_MOST_ALIKE = 24
"""Files of which the first match is shown where matches are look-alikes in very many files; the others are named."""


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold what comes after the first matches of a file, unless its form is rare."""
    matches = read_matches(seen.lines)
    if len(matches) < _FEWEST:
        return
    hits = [match for match in matches if match.hit]
    shown = _chosen(hits)
    by_line = {match.line: match for match in matches}
    remarks = _remarks(seen.lines, by_line)
    for line in shown:
        yield Keep(line, line + 1, SURE, "one of the first of its file or form")
    note = _note_of(by_line, remarks)
    for start, end in _between(seen.lines, by_line, shown, remarks):
        yield Fold(start, end, KIND, WHY, SURE, KIND, note)


def _chosen(hits: Sequence[Match]) -> set[int]:
    """Lines of the hits that are shown: the first of each file, fewer the more files there are, and the rare forms."""
    files = len({hit.path for hit in hits})
    templates = read_templates([hit.text for hit in hits])
    # Where every match has a form of its own, the form says nothing.
    has_forms = len(templates) <= max(20, len(hits) // 10)
    of_file = _OF_FILE if files <= 40 else 1
    most = _MOST_ALIKE if has_forms and files > 40 else _MOST_FILES
    seen: dict[str, int] = {}
    shown: set[int] = set()
    for hit in hits:
        seen[hit.path] = seen.get(hit.path, 0) + 1
        if seen[hit.path] <= of_file and (files <= most or len(shown) < most):
            shown.add(hit.line)
    if has_forms:
        formed = {at for template in templates for at in template.lines}
        for template in templates:
            shown |= {hits[at].line for at in template.lines[:_OF_FORM]}
        shown |= {hit.line for at, hit in enumerate(hits) if at not in formed}
    return shown


def _remarks(lines: Sequence[str], by_line: dict[int, Match]) -> set[int]:
    """Lines of the search itself (a binary file, a folder without rights) that were already said of other files."""
    heads = {match.path for match in by_line.values()}
    others = [
        at
        for at, line in enumerate(lines)
        if at not in by_line and line and line != "--" and line not in heads
    ]
    return {at for template in read_templates(lines, others) for at in template.lines[_OF_FORM:]}


def _between(
    lines: Sequence[str], by_line: dict[int, Match], shown: set[int], remarks: set[int]
) -> Iterator[tuple[int, int]]:
    """Runs of match, context and separator lines without a shown match and its neighbours' context."""
    start = -1
    for at in range(len(lines) + 1):
        may_go = at < len(lines) and _may_go(at, lines, by_line, shown, remarks)
        if may_go and start < 0:
            start = at
        elif not may_go and start >= 0:
            yield start, at
            start = -1


def _may_go(
    at: int, lines: Sequence[str], by_line: dict[int, Match], shown: set[int], remarks: set[int]
) -> bool:
    if at in by_line:
        return at not in shown and not _is_context_of(at, by_line, shown)
    return at in remarks or lines[at] in ("--", "")


def _is_context_of(at: int, by_line: dict[int, Match], shown: set[int]) -> bool:
    """Whether a line is context of a shown match: both neighbours within two lines count."""
    match = by_line.get(at)
    if match is None or match.hit:
        return False
    return any(
        near in shown and by_line[near].path == match.path for near in (at - 2, at - 1, at + 1, at + 2)
    )


def _note_of(by_line: dict[int, Match], remarks: set[int]) -> Callable[[Sequence[int]], str]:
    def note(gone: Sequence[int]) -> str:
        files: dict[str, list[int]] = {}
        context = 0
        for at in gone:
            match = by_line.get(at)
            if match is not None and match.hit:
                files.setdefault(match.path, []).append(match.number)
            elif match is not None:
                context += 1
        parts = [f"{_plain(path)}:{_numbers(numbers)}" for path, numbers in list(files.items())[:_MOST_FILES]]
        if len(files) > _MOST_FILES:
            rest = sum(map(len, list(files.values())[_MOST_FILES:]))
            parts.append(f"{rest} matches in {len(files) - _MOST_FILES} more files")
        if said := remarks.intersection(gone):
            parts.append(f"{len(said)} remarks of the search")
        if context:
            parts.append(f"{context} lines of context")
        return "; ".join(parts)

    return note


def _numbers(numbers: Sequence[int]) -> str:
    if len(numbers) <= 8:
        return ",".join(map(str, numbers))
    return ",".join(map(str, numbers[:3])) + f" … {numbers[-1]} ({len(numbers)} matches)"


def _plain(text: str) -> str:
    return text.translate({ord("["): "(", ord("]"): ")", ord(";"): ","})
