"""Names of a repository in all its languages: each question goes to the language of its file."""

from collections.abc import Callable, Iterable
from importlib import import_module

from kernel.grammars.languages import LANGUAGES, PYTHON, family_of
from kernel.grammars.trees import has_query
from kernel.model.facts import Definition, FileFacts
from kernel.slicing.languages.grammar import GrammarNames
from kernel.slicing.languages.lines import LineNames
from kernel.slicing.languages.modules import Files, Modules
from kernel.slicing.languages.names import Names, Target
from kernel.slicing.languages.python import PythonNames

_MODULES = {
    "ecmascript": ("kernel.slicing.languages.ecmascript", "EcmaModules"),
    "go": ("kernel.slicing.languages.go", "GoModules"),
    "rust": ("kernel.slicing.languages.rust", "RustModules"),
    "jvm": ("kernel.slicing.languages.jvm", "JvmModules"),
    "c": ("kernel.slicing.languages.c", "CModules"),
    "swift": ("kernel.slicing.languages.swift", "SwiftModules"),
    "php": ("kernel.slicing.languages.php", "PhpModules"),
    "ruby": ("kernel.slicing.languages.ruby", "RubyModules"),
    "elixir": ("kernel.slicing.languages.elixir", "ElixirModules"),
    "lua": ("kernel.slicing.languages.lua", "LuaModules"),
    "bash": ("kernel.slicing.languages.shell", "ShellModules"),
    "c_sharp": ("kernel.slicing.languages.c_sharp", "SharpModules"),
}
"""Where each family's imports are understood; of another family names are found inside a file, or where only one has them."""


class AllNames:
    """Resolves names of every language; loads only the languages that are asked for."""

    def __init__(self, files: Files, facts: Callable[[str], FileFacts | None]) -> None:
        self._files = files
        self._facts = facts
        self._names: dict[str, Names] = {}

    def of(self, path: str) -> Names:
        """The names of a file's language family."""
        family = family_of(path)
        if family not in self._names:
            self._names[family] = self._make(family)
        return self._names[family]

    def _make(self, family: str) -> Names:
        if family == PYTHON:
            return PythonNames(self._files.paths, self._facts)
        same = (path for path in self._files.paths if family_of(path) == family)
        known = [language.name for language in LANGUAGES if language.family == family]
        kind = GrammarNames if any(map(has_query, known)) else LineNames
        return kind(same, self._files, self._facts, self._modules(family))

    def _modules(self, family: str) -> Modules:
        if family not in _MODULES:
            return Modules()
        module, name = _MODULES[family]
        made: Modules = getattr(import_module(module), name)(self._files)
        return made

    def definitions(self, path: str) -> dict[str, Definition]:
        """Qualified name → definition of one file."""
        return self.of(path).definitions(path)

    def resolve(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """The definition that a dotted name means inside a definition of a file."""
        return self.of(path).resolve(path, owner, dotted)

    def lookup(self, path: str, name: str) -> Target | None:
        """What a top-level name of a file means."""
        return self.of(path).lookup(path, name)

    def bases(self, cls: Target) -> tuple[Target, ...]:
        """A class and its known bases."""
        return self.of(cls.path).bases(cls)

    def imports_of(self, path: str) -> tuple[str, ...]:
        """Files that a file imports."""
        return self.of(path).imports_of(path)

    def named(self, path: str, dotted: str) -> Target | None:
        """What a dotted name in a string means."""
        return self.of(path).named(path, dotted)

    def fixture(self, path: str, name: str) -> Target | None:
        """What a test gets for a parameter."""
        return self.of(path).fixture(path, name)

    def entries(self, cls: Target) -> tuple[str, ...]:
        """Bare names of the methods that making an instance of a class may run."""
        return self.of(cls.path).entries_of(cls.name)

    def tells_packages(self, printed: str, function: str) -> bool:
        """Whether a frame of that file name and function says to which package it belongs."""
        return self.of(printed).frames_name_packages and function.count(".") > 1

    def fits(self, path: str, function: str) -> bool:
        """Whether a printed frame of that function can stand in a file."""
        return self.of(path).fits(path, function)


def plain_names(paths: Iterable[str], facts: Callable[[str], FileFacts | None]) -> AllNames:
    """Names where no word index and no manifest can be asked."""
    return AllNames(Files(frozenset(paths), lambda path: None, lambda name: ()), facts)
