"""C and C++: what a file includes, and bodies that stand in other files than their declarations."""

import json
import posixpath
import re
from collections.abc import Iterator, Sequence

from kernel.grammars.languages import family_of
from kernel.model.facts import Definition, Import
from kernel.slicing.languages.modules import Files, Modules, nearest

_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp")
_INCLUDE_FOLDERS = ("", "include", "src", "source", "lib", "inc")
_KEPT = {"static", "#define", "struct", "union", "enum", "typedef", "class", "using"}
"""What a source file keeps for itself, by the word before it."""
_MAX_INCLUDED, _MAX_DEFINERS, _MAX_ENTRIES = 200, 40, 20_000


class CModules(Modules):
    """Includes by the including file's folder, the declared include folders, or the only path that ends so."""

    bare_members = True

    def __init__(self, files: Files) -> None:
        self._files = files
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(files.paths):
            if family_of(path) == "c":
                self._by_name.setdefault(path.rpartition("/")[2], []).append(path)
        self._folders = (*_declared_folders(files), *_INCLUDE_FOLDERS)
        self._spaces: dict[str, bool] = {}
        self._included: dict[str, tuple[str, ...]] = {}

    def bound(self, entry: Import) -> str:
        """An include binds no name; ``using a::b`` binds the last."""
        return entry.module.rpartition("::")[2] if "::" in entry.module else ""

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The header that an include means."""
        if "::" in entry.module:
            return ()
        wanted = posixpath.normpath(entry.module)
        for folder in (posixpath.dirname(importer), *self._folders):
            path = posixpath.normpath(posixpath.join(folder, wanted)).removeprefix("./")
            if path in self._files.paths:
                return (path,)
        named = self._by_name.get(wanted.rpartition("/")[2], [])
        fitting = [p for p in named if f"/{p}".endswith(f"/{wanted.lstrip('./')}")]
        found = nearest(importer, fitting) if "/" in wanted or importer.endswith(_HEADERS) else fitting
        return tuple(found) if len(found) == 1 else ()

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """What the file includes, then the bodies that a linker would find."""
        included = self._closure(path)
        yield included
        defining = [p for p in self._files.defining(name.rpartition(".")[2]) if family_of(p) == "c"]
        bodies = tuple(p for p in defining if not p.endswith(_HEADERS)) if len(defining) <= _MAX_DEFINERS else ()
        stems = {_stem(p) for p in (path, *included)}
        yield tuple(p for p in bodies if _stem(p) in stems)
        yield bodies
        if self._is_announced(path, name):
            yield tuple(defining)

    def choose(self, asking: str, found: Sequence[str], extents: Sequence[int]) -> Sequence[str]:
        """Programs of one repository may each have a function of one name: the nearest folder's is meant."""
        return nearest(asking, found)

    def shows(self, path: str, definition: Definition) -> bool:
        """Whether a linker sees it; what a header holds is seen where it is included."""
        return path.endswith(_HEADERS) or _KEPT.isdisjoint(definition.decorators)

    def is_space(self, name: str) -> bool:
        """Whether the name is that of a namespace of the repository."""
        if name not in self._spaces:
            opened = re.compile(rf"\s*(?:inline\s+)?namespace\s+(?:\w+::)*{re.escape(name)}\b")
            defining = self._files.defining(name)[:_MAX_DEFINERS]
            self._spaces[name] = any(opened.match(line) for path in defining for line in self._files.lines(path) or ())
        return self._spaces[name]

    def _is_announced(self, path: str, name: str) -> bool:
        """Whether a file says of a type only that it exists."""
        said = re.compile(rf"\s*(?:class|struct|union)\s+{re.escape(name)}\s*;")
        return any(said.match(line) for line in self._files.lines(path) or ())

    def _closure(self, path: str) -> tuple[str, ...]:
        """Files of the repository that a file includes, directly or not, the nearest first."""
        if path not in self._included:
            found: dict[str, None] = {}
            front = [path]
            while front and len(found) < _MAX_INCLUDED:
                after = [t for p in front for t in self._includes(p) if t not in found and t != path]
                found.update(dict.fromkeys(after))
                front = list(dict.fromkeys(after))
            self._included[path] = tuple(found)
        return self._included[path]

    def _includes(self, path: str) -> Iterator[str]:
        for line in self._files.lines(path) or ():
            bare = line.lstrip()
            if not bare.startswith("#"):
                continue
            word, _, rest = bare[1:].lstrip().partition(" ")
            if word == "include" and rest.strip()[:1] in ('"', "<"):
                inner = rest.strip()[1:].replace(">", '"').partition('"')[0]
                yield from self.targets(path, Import(inner, "", "", 0, 0))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _declared_folders(files: Files) -> tuple[str, ...]:
    """Include folders inside the repository that a ``compile_commands.json`` at its top or in ``build`` names."""
    for path in ("compile_commands.json", "build/compile_commands.json"):
        lines = files.lines(path) if path in files.paths else None
        if lines:
            return tuple(dict.fromkeys(_folders_of("\n".join(lines), files)))
    return ()


def _folders_of(text: str, files: Files) -> Iterator[str]:
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        return
    folders = {posixpath.dirname(p) for p in files.paths}
    folders |= {above for folder in folders for above in _above(folder)}
    for entry in entries[:_MAX_ENTRIES] if isinstance(entries, list) else ():
        if not isinstance(entry, dict):
            continue
        given = entry.get("arguments")
        words = [str(w) for w in given] if isinstance(given, list) else str(entry.get("command", "")).split()
        source = str(entry.get("file", ""))
        yield from filter(None, (_inside(place, source, str(entry.get("directory", "")), folders) for place in _include_words(words)))


def _include_words(words: Sequence[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        if word in ("-I", "-iquote", "-isystem") and at + 1 < len(words):
            yield words[at + 1]
        elif word.startswith("-I"):
            yield word[2:]


def _inside(place: str, source: str, directory: str, folders: set[str]) -> str:
    """The repository's folder that an include option means: the longest ending of it that is one."""
    whole = posixpath.normpath(posixpath.join(directory, place.strip('"'))).strip("/")
    parts = whole.split("/")
    return next(("/".join(parts[at:]) for at in range(len(parts)) if "/".join(parts[at:]) in folders), "")


def _above(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
