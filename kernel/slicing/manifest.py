"""A slice as text: for a person, and as a prompt for an agent."""

from collections.abc import Callable, Sequence

from kernel.model.slice import Item, Ranking, Slice
from kernel.tokens import estimate

Lines = Callable[[str], tuple[str, ...] | None]
_MAX_SEEDS, _MAX_SPOTS, _MAX_FAULTS = 6, 4, 4
# What the frame of a prompt costs at most: title, verdict, blind spots, expected faults, exclusions.
_FRAME = 90
_FAULT = "Not shown, may matter: "


def frame_tokens(ranking: Ranking) -> int:
    """Tokens kept free for what stands before and after the items of a prompt (an upper estimate)."""
    spots = [f"{s.path}:{s.line} {s.what}" for s in ranking.blind_spots[:_MAX_SPOTS]]
    # What is not shown is known only later: the longest names that it could have.
    names = sorted((f"{path}::{symbol}" for path, symbol in ranking.reached), key=lambda n: len(n.encode("utf-8", "replace")))
    faults = [f"{_FAULT}{name}" for name in names[-_MAX_FAULTS:]]
    reason = max((c.symbol or c.path for c in ranking.candidates if c.hop == 0), key=len, default="")
    return _FRAME + sum(estimate(text) + 3 for text in (ranking.title, reason, *spots, *faults))


def file_header_tokens(path: str) -> int:
    """Tokens of a file's header line in a prompt."""
    return estimate(f"### {path}\n") + 2


def one_line(path: str) -> str:
    """A path that cannot look like more than a path: controls as ``\\n``-like escapes."""
    return path if path.isprintable() else path.encode("unicode_escape", "surrogatepass").decode("ascii")


def header_line(first: int, last: int, names: Sequence[str]) -> str:
    """The line above some lines in a prompt: which they are, and whose."""
    return f"@@ {first}-{last} {', '.join(names)}".rstrip()


def prompt(piece: Slice, lines: Lines, ends: bool = False) -> str:
    """The slice for an agent: the verdict and what is *not* here first, then the code, best file first.

    The whole text keeps the slice's budget. With ``ends`` the best files stand at both ends and the least in the middle,
    where a long context is read worst (Liu et al., "Lost in the Middle", 2023).
    """
    out = [f"# Context for: {piece.title}", _verdict(piece)]
    for spot in piece.blind_spots[:_MAX_SPOTS]:
        out.append(f"Blind spot: {spot.path}:{spot.line} {spot.what}")
    for fault in piece.expected_faults[:_MAX_FAULTS]:
        out.append(f"{_FAULT}{fault.path}")
    out.append(f"{piece.excluded_count} lower ranked definitions are left out; read files directly for more.")
    files = list(by_file(piece.items).items())
    for path, items in [*files[0::2], *reversed(files[1::2])] if ends else files:
        source = lines(path)
        out.append(f"\n### {one_line(path)}")
        for first, last, names in segments(items):
            out.append(header_line(first, last, names))
            out.append("\n".join((source or ())[first - 1 : last]))
    return "\n".join(out) + "\n"


def _verdict(piece: Slice) -> str:
    verdict = piece.sufficiency
    limit = "no limit" if piece.budget.limit is None else f"of {piece.budget.limit}"
    return f"Sufficiency: {verdict.verdict} ({verdict.reason}). About {piece.budget.used} tokens, {limit}."


def by_file(items: Sequence[Item]) -> dict[str, list[Item]]:
    """Items by path; files in the order of their best item."""
    grouped: dict[str, list[Item]] = {}
    for item in items:
        grouped.setdefault(item.path, []).append(item)
    return grouped


def segments(items: Sequence[Item]) -> list[tuple[int, int, list[str]]]:
    """The lines to print of one file, ascending and without overlap: first, last, and whose they are."""
    result: list[tuple[int, int, list[str]]] = []
    pieces = sorted((a, b, name) for item in items for a, b in item.ranges for name in (item.symbols or ("",)))
    for first, last, name in pieces:
        names = [name] if name else []
        if result and first <= result[-1][1]:
            before = result[-1]
            result[-1] = (before[0], max(before[1], last), [*before[2], *(n for n in names if n not in before[2])])
        else:
            result.append((first, last, names))
    return result
