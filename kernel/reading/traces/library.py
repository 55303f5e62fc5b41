"""Which paths belong to an interpreter or an installed package rather than to somebody's project."""

from kernel.reading.patterns import lazy

_LIBRARY = lazy(
    r"(?i:^<frozen "
    r"|[\\/](?:site|dist)-packages[\\/]"
    r"|(?:^|[\\/])lib(?:64)?[\\/]python\d(?:\.\d+)?[\\/]"  # /usr/lib/python3.12/…, .venv/lib/python3.12/…
    r"|[\\/]py(?:thon|py)?[\d.\-]*[\\/]lib[\\/]"  # C:\Python312\Lib\…
    r"|[\\/]python\d+\.zip[\\/]"
    r"|(?:^|[\\/])node_modules[\\/]"
    r"|^node:|^internal/)"
)


# Every alternative above holds one of these; most paths of a project hold none.
_MARKS = ("lib", "packages", "<frozen", "node", ".zip", "internal")


def is_library(path: str) -> bool:
    """Whether a printed path lies in a standard library or an installed package, by its own text alone."""
    lower = path.lower()
    return any(mark in lower for mark in _MARKS) and _LIBRARY.search(path) is not None
