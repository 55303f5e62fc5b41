"""The task charter: what must stay true, each with a citation."""


from kernel.model.named import NamedTuple


class Citation(NamedTuple):
    """``path:line`` (``end`` for a range); ``anchor`` is the cited line's text when the charter was saved.

    ``state`` is ``ok``, ``drifted`` (the line moved or changed), ``missing`` (file or line gone),
    ``ambiguous`` (the anchor stands in several places) or ``new`` (not checked yet); ``found`` is the
    line where the anchor stands now, if exactly one.
    """

    path: str
    line: int
    end: int | None = None
    anchor: str = ""
    state: str = "new"
    found: int | None = None


class Constraint(NamedTuple):
    """One numbered constraint: ``kind`` is ``contract``, ``invariant``, ``behaviour`` or empty."""

    number: int
    kind: str
    text: str
    citations: tuple[Citation, ...]


class Charter(NamedTuple):
    """A charter of one repository: the text as written is the truth; the rest is read from it.

    ``problems`` name what could not be read, with line numbers.
    """

    text: str
    question: str
    constraints: tuple[Constraint, ...]
    problems: tuple[str, ...]
    saved: float
