"""From a printed path to a file of this repository: the longest suffix that fits one file only."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Resolved(NamedTuple):
    """A repository path, or None with the reason (empty: simply not here)."""

    path: str | None
    reason: str = ""

_OF_THE_SYSTEM = ("/etc/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/", "/usr/include/", "/usr/bin/", "/bin/", "/sbin/", "/lib/", "/lib64/", "/proc/", "/sys/")
"""Where no checkout stands, on whichever machine the text was printed; one may stand below ``/usr/src`` or ``/opt``."""


class Places:
    """Resolves printed paths; knows the root and all listed paths."""

    __slots__ = ("_by_name", "_paths", "_root")

    def __init__(self, root: str, paths: Iterable[str]) -> None:
        self._root = root
        self._by_name: dict[str, list[str]] = {}
        for path in paths:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)
        self._paths = frozenset(path for same in self._by_name.values() for path in same)

    def near(self, printed: str, folder: str, fits: Callable[[str], bool] | None = None) -> Resolved:
        """Find the file of a printed name in the folder of a package, else where only one has that name."""
        inside = self.resolve(f"{folder}/{printed}", fits=fits) if folder else Resolved(None)
        return inside if inside.path else self.resolve(printed, fits=fits)

    def resolve(self, printed: str, *, library: bool = False, fits: Callable[[str], bool] | None = None) -> Resolved:
        """Find the file that ``printed`` means.

        A path of the library is never a file of the repository unless it lies below its root. Several files that
        fit equally well are none, and the reason says so. A printed path with folders must share at least one of
        them with the file. ``fits`` says of a file whether what else is printed allows it.
        """
        path = printed.replace("\\", "/").strip()
        if path.startswith(self._root + "/"):
            inside = path[len(self._root) + 1 :]
            return Resolved(inside if inside in self._paths else None)
        if library or path.startswith(_OF_THE_SYSTEM):
            return Resolved(None)
        parts = [p for p in path.split("/") if p not in ("", ".", "..")]
        if not parts:
            return Resolved(None)
        exact = "/".join(parts)
        if exact in self._paths and (fits is None or fits(exact)):
            return Resolved(exact)
        same = [p for p in self._by_name.get(parts[-1], ()) if fits is None or fits(p)]
        for length in range(len(parts), 0, -1):
            suffix = "/" + "/".join(parts[-length:])
            fitting = [p for p in same if ("/" + p).endswith(suffix)]
            if length == 1 < len(parts):
                # Only the name fits: that is a coincidence, unless the file's whole path is that name.
                fitting = [p for p in fitting if "/" not in p]
            if len(fitting) == 1:
                return Resolved(fitting[0])
            if fitting:
                return Resolved(None, f"{printed} could be {len(fitting)} files: {', '.join(sorted(fitting)[:3])}")
        return Resolved(None)
