"""Regular expressions that are compiled when they are first used: compiling all of them costs more than most texts."""

from __future__ import annotations

from kernel.model.compiled import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn")


class _Lazy:
    """Becomes the pattern's methods at the first look at one; from then on nothing stands between."""

    def __init__(self, source: str) -> None:
        self._source = source

    def __getattr__(self, name: str) -> object:
        pattern = compiled(self._source)
        for method in _METHODS:
            setattr(self, method, getattr(pattern, method))
        return getattr(pattern, name)


def lazy(source: str) -> re.Pattern[str]:
    """What ``re.compile`` returns, as far as its methods and attributes go; an error in ``source`` shows at the first use."""
    return _Lazy(source)  # type: ignore[return-value]
