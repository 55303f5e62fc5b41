"""Anchors: what the cited lines said when the charter was saved, and where that stands now. Never a guess."""

import re
from collections.abc import Mapping, Sequence

from kernel.charter.parse import CITATION
from kernel.model.charter import Citation

Key = tuple[str, int, int | None]


def anchor_of(citation: Citation, lines: Sequence[str]) -> str:
    """The cited lines, each stripped; empty where they are blank or not there."""
    cited = _cited(citation, lines)
    return "\n".join(cited) if cited is not None and any(cited) else ""


def check(citation: Citation, lines: Sequence[str] | None) -> Citation:
    """The citation with its state now (see ``Citation``).

    Args:
        citation: With its anchor; without one its state stays ``new`` as long as the line exists.
        lines: The file's lines, None where there is no such file in the repository.
    """
    if lines is None:
        return citation._replace(state="missing", found=None)
    cited = _cited(citation, lines)
    if not citation.anchor:
        return citation._replace(state="new" if cited is not None else "missing", found=None)
    wanted = citation.anchor.split("\n")
    if cited == wanted:
        return citation._replace(state="ok", found=None)
    places = _places(wanted, lines)
    if len(places) == 1:
        return citation._replace(state="drifted", found=places[0])
    if places:
        return citation._replace(state="ambiguous", found=None)
    return citation._replace(state="missing" if cited is None else "drifted", found=None)


def repaired_text(text: str, moves: Mapping[Key, int]) -> str:
    """The charter's text with new line numbers; ``moves``: a citation's key → the line where its anchor stands now."""

    def moved(match: re.Match[str]) -> str:
        end = int(match["end"]) if match["end"] else None
        path, line = match["quoted"] or match["bare"], int(match["line"])
        now = moves.get((path, line, end))
        if now is None:
            return match[0]
        return f"{path}:{now}" if end is None else f"{path}:{now}-{now + end - line}"

    return CITATION.sub(moved, text)


def moved_citation(citation: Citation) -> Citation:
    """A drifted citation at the place where its anchor was found."""
    assert citation.found is not None
    shift = citation.found - citation.line
    end = None if citation.end is None else citation.end + shift
    return citation._replace(line=citation.found, end=end, state="ok", found=None)


def _cited(citation: Citation, lines: Sequence[str]) -> list[str] | None:
    end = citation.line if citation.end is None else citation.end
    if not 1 <= citation.line <= end <= len(lines):
        return None
    return [line.strip() for line in lines[citation.line - 1 : end]]


def _places(wanted: list[str], lines: Sequence[str]) -> list[int]:
    """1-based lines at which the wanted lines stand, in order."""
    stripped = [line.strip() for line in lines]
    last = len(stripped) - len(wanted)
    return [
        at + 1
        for at in range(last + 1)
        if stripped[at] == wanted[0] and stripped[at : at + len(wanted)] == wanted
    ]
