"""Swift: every file of a module sees every other; the nearest of several modules is meant."""

from collections.abc import Iterator, Sequence

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules, nearest

_MAX_DEFINERS = 40


class SwiftModules(Modules):
    """What a file sees without importing it: its module, of which nothing but folders tells."""

    bare_members = True
    capital_types = True

    def __init__(self, files: Files) -> None:
        self._files = files

    def bound(self, entry: Import) -> str:
        """An import brings a module's names, none of its own."""
        return ""

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """Every file that defines the name."""
        found = tuple(p for p in self._files.defining(name.rpartition(".")[2]) if p.endswith(".swift"))
        yield found if len(found) <= _MAX_DEFINERS else ()

    def choose(self, asking: str, found: Sequence[str], extents: Sequence[int]) -> Sequence[str]:
        """Of a type and its extensions the type, where it is the largest; else the nearest."""
        near = nearest(asking, found)
        sizes = dict(zip(found, extents, strict=True))
        return [path for path in near if sizes[path] == max(sizes[p] for p in near)]
