"""The parts of a message that can stand in the source that formats it."""

from kernel.reading.patterns import lazy

_VALUE = lazy(
    r"(?<!\w)[bruf]{0,2}'[^'\n]{0,400}'(?!\w)|(?<!\w)[bruf]{0,2}\"[^\"\n]{0,400}\"|`[^`\n]{0,400}`"  # quoted values
    r"|<[^<>\n]{0,400}>|\{[^{}\n]{0,400}\}|\[[^\[\]\n]{0,400}\]"  # reprs
    r"|0x[0-9A-Fa-f]+|\b[0-9a-f]{8}-[0-9a-f-]{27}\b"
    r"|(?:[A-Za-z]:)?[\w.~\-]*[\\/][\w.~\-\\/]*"  # paths
    r"|[-+]?\b\d[\d.,:eE+\-]*[a-zA-Z%]{0,3}\b"
)
_ENDS = " \t.,;:!?()[]{}<>'\"`=-"
_SHORTEST = 4
_MOST = 12


def message_needles(message: str) -> tuple[str, ...]:
    """Pieces of an error message that may be literal text of the program, longest first.

    A message is cut at quoted values, reprs, numbers, addresses, paths, colons and line ends, since those are what an
    f-string, ``%`` or ``.format`` fills in; the message without its outer white space comes too when nothing was cut.
    At most a dozen pieces, each with at least one letter and four characters.
    """
    pieces: dict[str, None] = {}
    for line in message[:4000].split("\n"):
        for piece in _VALUE.sub("\0", line).split("\0"):
            _take(piece, pieces)
            if ": " in piece:
                for part in piece.split(": "):
                    _take(part, pieces)
    return tuple(sorted(pieces, key=lambda piece: (-len(piece), piece))[:_MOST])


def _take(piece: str, pieces: dict[str, None]) -> None:
    bare = piece.strip(_ENDS)
    if len(bare) >= _SHORTEST and any(map(str.isalpha, bare)):
        pieces[bare] = None
