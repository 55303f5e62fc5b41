"""A projection is a plan: a partition of a tool output's lines into spans."""


from kernel.model.named import NamedTuple

KEEP, CLEAN, FOLD = "keep", "clean", "fold"


class Span(NamedTuple):
    """Lines ``start``..``end`` (1-based, inclusive, of the original) and what is done with them.

    ``action`` is KEEP (verbatim), CLEAN (same meaning; ``text`` is what is printed) or FOLD (one marker
    line). ``kind`` says what a fold holds in words (``passing tests``), ``recogniser`` which rule chose
    it, ``why`` the reason for people. ``tokens`` is the estimate of the original lines.
    """

    start: int
    end: int
    action: str
    kind: str = ""
    recogniser: str = ""
    why: str = ""
    text: str | None = None
    tokens: int = 0


class Plan(NamedTuple):
    """Spans in order, covering 1..``lines`` exactly once; tokens before and after (rendered).

    ``first`` is what the first line is called: its number in the file, where the output is a part of one. Only what is told
    to readers (markers, recall, search, the workbench) counts from there.
    """

    lines: int
    spans: tuple[Span, ...]
    tokens_before: int
    tokens_after: int
    first: int = 1

    def folds(self) -> tuple[Span, ...]:
        """The folded spans, in order."""
        return tuple(s for s in self.spans if s.action == FOLD)
