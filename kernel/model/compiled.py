"""Regular expressions in the form that the interpreter runs: to load ``re`` and compile takes longer than an ordinary output.

As the cache inside of ``re``, what is kept here is the process's own.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    import re

    Form = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
    """Flags, code, number of groups, name → group, group → name."""

KEPT: dict[str, Form] = {}
"""Source → what a process before compiled of it with this very interpreter."""

MADE: dict[str, None] = {}
"""Sources that this process had to compile itself."""


def compiled(source: str) -> re.Pattern[str]:
    """What ``re.compile`` returns.

    Raises:
        re.error: The source is no pattern.
    """
    form = KEPT.get(source)
    if form is not None:
        import _sre  # type: ignore[import-not-found]

        flags, code, *groups = form
        pattern: re.Pattern[str] = _sre.compile(source, flags, list(memoryview(code).cast("I")), *groups)
        return pattern
    import re

    pattern = re.compile(source)
    MADE[source] = None
    return pattern


def form_of(source: str) -> Form | None:
    """The form of a sound pattern; None where this interpreter's way to it is not known."""
    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]

        parsed = _parser.parse(source)
        # As memory holds them; the module that makes arrays is one more for a hook to load.
        code = b"".join(number.to_bytes(4, sys.byteorder) for number in _compiler._code(parsed, 0))
        state = parsed.state
    except (ImportError, AttributeError, OverflowError):
        return None
    named = dict(state.groupdict)
    names: list[str | None] = [None] * state.groups
    for name, group in named.items():
        names[group] = name
    return int(state.flags), code, state.groups - 1, named, tuple(names)
