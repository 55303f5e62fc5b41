"""The first line of an output that was projected before its event: it says so to the agent, and to whoever sees the event."""

from kernel.model.plan import Plan
from kernel.reading.patterns import lazy

START = "[ck: "
"""So it begins."""

_HEADING = lazy(r"\[ck: \d+ lines? shown of \d+; all: ck recall (\d{1,18})\]")


def headed(text: str, plan: Plan, handle: int) -> str:
    """A projection's text under the line that names its original."""
    count = plan.lines - sum(span.end - span.start + 1 for span in plan.folds())
    noun = "line" if count == 1 else "lines"
    return f"[ck: {count} {noun} shown of {plan.lines}; all: ck recall {handle}]\n{text}"


def handle_of(text: str) -> int | None:
    """The handle in a text's heading; None where it has none."""
    found = _HEADING.fullmatch(text.partition("\n")[0])
    return int(found[1]) if found else None
