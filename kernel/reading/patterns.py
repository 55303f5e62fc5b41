"""Regular expressions that are compiled when they are first used: compiling all of them costs more than most texts."""

import re

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn")


class _Lazy:
    """Becomes the pattern's methods at the first look at one; from then on nothing stands between."""

    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> object:
        pattern = re.compile(self._source, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(pattern, method))
        return getattr(pattern, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """What ``re.compile`` returns, as far as its methods and attributes go; an error in ``source`` shows at the first use."""
    return _Lazy(source, flags)  # type: ignore[return-value]
