"""Long annotated sources: of neighbouring lines from one commit the ends are shown."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from kernel.model.named import NamedTuple
from kernel.projection.recogniser import EXACT, SURE, Fold, Keep, Proposal, Seen
from kernel.reading.patterns import lazy

KIND = "lines"
WHY = "neighbouring lines of one commit; the first two and the last are shown, the source itself is in the file"
_FEWEST = 80
_SHORTEST = 8
_FIRST, _LAST = 2, 1
_LINE = lazy(r"(\^?[0-9a-f]{6,40}) (?:\S.{0,300}? +)?\((.{1,120}?) +(\d{4}-\d\d-\d\d)[ T][\d:]{5,8}(?: ?[+-]\d{2}:?\d{2}|Z)? +(\d{1,7})\)(?: .*)?")
_PLAIN = {ord("["): "(", ord("]"): ")"}


class _Blamed(NamedTuple):
    at: int
    commit: str
    author: str
    day: str
    number: str


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold the middle of long runs; where lines are annotated nothing else of them goes."""
    found = ((at, _LINE.fullmatch(line)) for at, line in enumerate(seen.lines))
    blamed = [_Blamed(at, *match.groups()) for at, match in found if match is not None]
    if len(blamed) < max(_FEWEST, 0.9 * len(seen.lines)):
        return
    yield Keep(blamed[0].at, blamed[-1].at + 1, SURE, "an annotated source")
    note = _note_of(blamed)
    for commit, group in groupby(blamed, lambda line: line.commit):
        run = list(group)
        if len(run) >= _SHORTEST:
            yield Fold(run[_FIRST].at, run[-_LAST].at, KIND, WHY, EXACT, commit, note)


def _note_of(blamed: Sequence[_Blamed]) -> Callable[[Sequence[int]], str]:
    by_line = {line.at: line for line in blamed}

    def note(gone: Sequence[int]) -> str:
        first, last = by_line[gone[0]], by_line[gone[-1]]
        return f"{first.number}-{last.number} of the file, {first.commit} {first.author.translate(_PLAIN)} {first.day}"

    return note
