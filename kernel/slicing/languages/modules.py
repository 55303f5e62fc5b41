"""What a language says of its imports and packages: in which files a name may be, and whether it is seen there."""

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from kernel.model.facts import Definition, Import


class Files(NamedTuple):
    """What a language's modules are found in.

    Attributes:
        paths: Every file of the repository.
        lines: Lines of a file (a manifest, a configuration); None if it cannot be read.
        defining: Files that define a name, by the word index.
    """

    paths: frozenset[str]
    lines: Callable[[str], Sequence[str] | None]
    defining: Callable[[str], tuple[str, ...]]


class Modules:
    """How a language's imports find files; each language overrides what it has."""

    packages = False
    """Whether an import binds a package, never one thing of it."""
    bare_members = False
    """Whether a name alone may be a member of the types around it."""
    bare_types = True
    """Whether it may be one where it starts with a capital."""
    frames_name_packages = False
    """Whether a printed frame says to which package its function belongs."""
    extended: tuple[str, ...] = ()
    """Endings of files in which functions outside of a type are called as its methods are."""
    common: frozenset[str] = frozenset()
    """Methods that values of the standard library have: behind an unknown receiver they are nobody's."""
    values_hold = False
    """Whether a value that is no type may have functions of its own: ``app.run = function``, ``function M.run()``."""
    nested = False
    """Whether definitions are named with the modules around them, and seen from inside of these by what follows."""
    maker = ""
    """What every type makes an instance by, written nowhere."""
    derives = False
    """Whether types have functions that are written nowhere, which make them."""
    flat = False
    """Whether names are whole, dots and all: nothing is a member of anything."""
    capital_types = False
    """Whether a name with a capital that is not found here is a type of elsewhere."""

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """Files that an import means, none where it is outside of the repository or not certain."""
        return ()

    def siblings(self, path: str) -> tuple[str, ...]:
        """Other files whose top-level names are seen without an import (the same package, the same namespace)."""
        return ()

    def scopes(self, path: str, name: str) -> Iterable[tuple[str, ...]]:
        """Groups of other files that may define a name seen without importing that very name, the nearest group first."""
        return (self.siblings(path),)

    def wanted(self, importer: str, entry: Import, target: str) -> str:
        """What an import takes from a file that it means."""
        return entry.name if entry.name not in ("", "*", "default") else last_part(entry.module)

    def choose(self, asking: str, found: Sequence[str], extents: Sequence[int]) -> Sequence[str]:
        """Which of several files that define a name the asking file means: as it stands, a body before its declarations."""
        return [path for path, extent in zip(found, extents, strict=True) if extent == max(extents)]

    def written_out(self, importer: str, dotted: str) -> Iterable[tuple[str, str]]:
        """Files, with the name in them, that a name may mean which is written with its modules; the most certain first."""
        return ()

    def opens(self, path: str, holder: str) -> bool:
        """Whether what a definition holds is seen inside of it by its name alone."""
        return False

    def shows(self, path: str, definition: Definition) -> bool:
        """Whether a definition is seen outside of its file."""
        return True

    def fits(self, path: str, function: str) -> bool:
        """Whether a printed frame of that function can stand in a file."""
        return True

    def is_space(self, name: str) -> bool:
        """Whether a name is only a namespace around what is named after it."""
        return False

    def bound(self, entry: Import) -> str:
        """The name that an import binds in its file; ``*`` for all names of what it means."""
        return entry.alias or entry.name or last_part(entry.module)


def nearest(asking: str, found: Iterable[str]) -> list[str]:
    """Of some files those that share the most folders with the asking one."""
    folders = asking.split("/")[:-1]

    def shared(path: str) -> int:
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(folders, path.split("/")[:-1], strict=False)))

    ranked = [(shared(path), path) for path in found]
    most = max((n for n, _ in ranked), default=0)
    return [path for n, path in ranked if n == most]


def last_part(module: str) -> str:
    """The last name of a module path, however the language separates them."""
    for sign in ("::", "\\", "/", "."):
        if sign in module:
            return module.rpartition(sign)[2]
    return module
