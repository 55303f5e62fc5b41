"""JavaScript and TypeScript: relative files, ``tsconfig`` paths, packages of the workspace."""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kernel.model.facts import Import
from kernel.slicing.languages.builtin_methods import ECMASCRIPT
from kernel.slicing.languages.modules import Files, Modules

_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte")
_WRITTEN_AS = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
"""A specifier names the file that will be built; its source has another ending."""
_BUILT = ("dist/", "lib/", "build/", "out/", "es/", "esm/", "cjs/")



class _Config(NamedTuple):
    """What a configuration says of paths: its base folder, patterns, and the folder that these start from."""

    base: str | None
    paths: Mapping[str, Any] | None
    folder: str


class EcmaModules(Modules):
    """Specifiers as Node, TypeScript and bundlers resolve them, as far as the repository alone tells."""

    values_hold = True
    common = ECMASCRIPT

    def __init__(self, files: Files) -> None:
        self._files = files
        self._paths = files.paths
        self._packages: dict[str, tuple[str, Mapping[str, Any]]] = {}
        self._configs: dict[str, _Config | None] = {}
        for path in sorted(p for p in self._paths if p.rpartition("/")[2] == "package.json"):
            package = self._json(path)
            name = package.get("name")
            if isinstance(name, str) and name and "node_modules/" not in path:
                self._packages.setdefault(name, (posixpath.dirname(path), package))

    def bound(self, entry: Import) -> str:
        """A name without an alias of its own binds itself; what is imported for its effect binds nothing."""
        return entry.alias or entry.name

    def wanted(self, importer: str, entry: Import, target: str) -> str:
        """The imported name; of a whole module none."""
        return entry.name.strip("*")

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The one file that a specifier means."""
        spec = entry.module.partition("?")[0]
        if spec.startswith((".", "/")):
            found = self._file(posixpath.join(posixpath.dirname(importer), spec), importer)
        else:
            found = self._mapped(importer, spec) or self._package(importer, spec)
        return (found,) if found else ()

    def _file(self, path: str, importer: str) -> str | None:
        """A file by its path with or without an ending, or a folder's index."""
        plain = posixpath.normpath(path).removeprefix("./").strip("/")
        plain = "" if plain == "." else plain
        if plain.startswith(".."):
            return None
        stem, ending = posixpath.splitext(plain)
        if plain in self._paths and plain.endswith(_ENDINGS):
            return plain
        candidates = [stem + other for other in _WRITTEN_AS.get(ending, ())]
        candidates += [plain + other for other in self._endings(importer)] if plain else []
        candidates += [posixpath.join(plain, f"index{other}") for other in self._endings(importer)]
        return next((c for c in candidates if c in self._paths), None)

    def _endings(self, importer: str) -> tuple[str, ...]:
        """JavaScript finds JavaScript first, TypeScript TypeScript."""
        scripts = _ENDINGS[5:]
        return (*scripts, *_ENDINGS[:5]) if importer.endswith(scripts[:4]) else _ENDINGS

    # -- tsconfig ----------------------------------------------------------------------------------------------

    def _mapped(self, importer: str, spec: str) -> str | None:
        """What the ``paths`` of a configuration say: the pattern that says most alone is asked, the base folder only where none fits."""
        found = self._config(posixpath.dirname(importer))
        places = _by_pattern(found.paths or {}, spec) if found else None
        for place in places or ():
            file = self._file(posixpath.join(found.folder if found else "", place), importer)
            if file:
                return file
        if found is None or places is not None or found.base is None:
            return None
        return self._file(posixpath.join(found.base, spec), importer) if spec else None

    def _config(self, folder: str) -> "_Config | None":
        """What the nearest configuration says that says anything about paths."""
        if folder not in self._configs:
            own = [posixpath.join(folder, name) for name in ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")]
            own = [path for path in own if path in self._paths]
            referred = (other for path in own for other in self._references(path))
            found = next((c for c in (self._read(path, set()) for path in (*own, *referred)) if c.paths or c.base is not None), None)
            self._configs[folder] = found or (self._config(posixpath.dirname(folder)) if folder else None)
        return self._configs[folder]

    def _references(self, path: str) -> Iterator[str]:
        """The configurations of the parts of a project."""
        references = self._json(path).get("references")
        for each in references if isinstance(references, list) else ():
            place = each.get("path") if isinstance(each, dict) else None
            if isinstance(place, str):
                found = posixpath.normpath(posixpath.join(posixpath.dirname(path), place))
                yield found if found.endswith(".json") else f"{found}/tsconfig.json"

    def _read(self, path: str, seen: set[str]) -> "_Config":
        """A configuration over those that it extends, each read once, the later ones before the earlier ones."""
        config, folder = self._json(path) if path not in seen else {}, posixpath.dirname(path)
        seen.add(path)
        above = config.get("extends")
        merged = _Config(None, None, "")
        for parent in above if isinstance(above, list) else [above]:
            read = self._read(self._extended(folder, parent), seen) if isinstance(parent, str) else None
            if read:
                merged = _Config(read.base if read.base is not None else merged.base, *(read[1:] if read.paths is not None else merged[1:]))
        options = config.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        if isinstance(options.get("baseUrl"), str):
            merged = merged._replace(base=posixpath.join(folder, options["baseUrl"]))
        if isinstance(options.get("paths"), dict):
            merged = merged._replace(paths=options["paths"], folder=folder)
        return merged._replace(folder=merged.base) if merged.base is not None else merged

    def _extended(self, folder: str, parent: str) -> str:
        """The file that a configuration extends: beside it, or of a package of the workspace."""
        name = "/".join(parent.split("/")[: 2 if parent.startswith("@") else 1])
        if parent.startswith("."):
            found = posixpath.normpath(posixpath.join(folder, parent))
        elif name in self._packages:
            found = posixpath.join(self._packages[name][0], parent[len(name) + 1 :] or "tsconfig.json")
        else:
            return ""
        return found if found.endswith(".json") else f"{found}.json"

    # -- packages ----------------------------------------------------------------------------------------------

    def _package(self, importer: str, spec: str) -> str | None:
        if spec.startswith("#"):
            return self._private(importer, spec)
        parts = spec.split("/")
        name = "/".join(parts[: 2 if spec.startswith("@") else 1])
        if name not in self._packages:
            return None
        folder, package = self._packages[name]
        inside = "/".join(parts[2 if spec.startswith("@") else 1 :])
        return next(filter(None, (self._source(folder, p, importer) for p in _entries(package, inside))), None)

    def _private(self, importer: str, spec: str) -> str | None:
        """``#name`` of the package around the importer."""
        around = [(folder, package) for folder, package in self._packages.values() if not folder or importer.startswith(f"{folder}/")]
        folder, package = max(around, key=lambda each: len(each[0]), default=("", {}))
        private = package.get("imports")
        places = _by_pattern(private, spec) if isinstance(private, dict) else None
        return next(filter(None, (self._source(folder, place, importer) for place in places or ())), None)

    def _source(self, folder: str, place: str, importer: str) -> str | None:
        """The file at a place of a package; of what is built, what it is built from."""
        plain = place.removeprefix("./")
        found = self._file(posixpath.join(folder, plain), importer)
        if found:
            return found
        for built in _BUILT:
            if plain.startswith(built):
                stem = re.sub(r"(\.d)?\.[cm]?[jt]sx?$", "", plain[len(built) :])
                found = self._file(posixpath.join(folder, "src", stem), importer) or self._file(posixpath.join(folder, stem), importer)
                if found:
                    return found
        return None

    def _json(self, path: str) -> Mapping[str, Any]:
        text = "\n".join(self._files.lines(path) or ())
        for attempt in (text, _without_comments(text)):
            try:
                found = json.loads(attempt)
            except (ValueError, RecursionError):
                continue
            return found if isinstance(found, dict) else {}
        return {}


def _entries(package: Mapping[str, Any], inside: str) -> Iterator[str]:
    """Places that a package's own name, or a path inside of it, may mean, the declared ones first."""
    exports = package.get("exports")
    declared = exports if isinstance(exports, dict) and any(key.startswith(".") for key in exports) else None
    if declared is not None:
        yield from _by_pattern(declared, f"./{inside}" if inside else ".") or ()
    elif not inside:
        yield from _leaves(exports)
    if inside:
        # What is not declared is still reached by tools that map a package's name to its folder.
        yield from (inside,) if declared is not None else (inside, f"src/{inside}", f"dist/{inside}")
        return
    for key in ("source", "module", "main", "types", "browser"):
        if isinstance(package.get(key), str):
            yield package[key]
    yield from ("index", "src/index", "src/main")


def _by_pattern(places: Mapping[str, Any], spec: str) -> list[str] | None:
    """The places of the entry that a specifier fits: its own, else the one with the longest start; None where none fits."""
    fitting = []
    for pattern in places:
        head, star, tail = pattern.partition("*")
        if pattern == spec or (star and len(spec) >= len(head) + len(tail) and spec.startswith(head) and spec.endswith(tail)):
            fitting.append((pattern == spec, len(head), pattern))
    if not fitting:
        return None
    own, start, pattern = max(fitting, key=lambda each: each[:2])
    middle = "" if own else spec[start : len(spec) - len(pattern.partition("*")[2])]
    return [leaf.replace("*", middle) for leaf in _leaves(places[pattern])]


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _leaves(inner)


_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def _without_comments(text: str) -> str:
    """JSON as configuration files write it: comments and trailing commas taken out."""
    plain = _COMMENT.sub(lambda found: found[1] or " ", text)
    return re.sub(r",(\s*[}\]])", r"\1", plain)
