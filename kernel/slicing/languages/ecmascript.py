"""JavaScript and TypeScript: relative files, ``tsconfig`` paths, packages of the workspace."""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kernel.model.facts import Import
from kernel.slicing.languages.grammar import Files, Modules

_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte")
_WRITTEN_AS = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
"""A specifier names the file that will be built; its source has another ending."""
_BUILT = ("dist/", "lib/", "build/", "out/", "es/", "esm/", "cjs/")
_MAX_EXTENDS = 5


class EcmaModules(Modules):
    """Specifiers as Node, TypeScript and bundlers resolve them, as far as the repository alone tells."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._paths = files.paths
        self._packages: dict[str, tuple[str, Mapping[str, Any]]] = {}
        self._configs: dict[str, tuple[str, Mapping[str, Any]] | None] = {}
        for path in sorted(p for p in self._paths if p.rpartition("/")[2] == "package.json"):
            package = self._json(path)
            name = package.get("name")
            if isinstance(name, str) and name and "node_modules/" not in path:
                self._packages.setdefault(name, (posixpath.dirname(path), package))

    def bound(self, entry: Import) -> str:
        """A name without an alias of its own binds itself; what is imported for its effect binds nothing."""
        return entry.alias or entry.name

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
        found = self._config(posixpath.dirname(importer))
        if found is None:
            return None
        base, paths = found
        for pattern, places in paths.items():
            head, star, tail = pattern.partition("*")
            fits = spec.startswith(head) and spec.endswith(tail) and len(spec) >= len(head) + len(tail) if star else spec == pattern
            middle = spec[len(head) : len(spec) - len(tail)] if star else ""
            for place in places if fits and isinstance(places, list) else ():
                file = self._file(posixpath.join(base, str(place).replace("*", middle)), importer)
                if file:
                    return file
        return None

    def _config(self, folder: str) -> tuple[str, Mapping[str, Any]] | None:
        """Base folder and ``paths`` of the nearest configuration that has some."""
        if folder not in self._configs:
            own = (posixpath.join(folder, name) for name in ("tsconfig.json", "jsconfig.json", "tsconfig.base.json"))
            found = next(filter(None, (self._paths_of(p, 0) for p in own if p in self._paths)), None)
            self._configs[folder] = found or (self._config(posixpath.dirname(folder)) if folder else None)
        return self._configs[folder]

    def _paths_of(self, path: str, depth: int) -> tuple[str, Mapping[str, Any]] | None:
        config = self._json(path)
        options = config.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        folder = posixpath.dirname(path)
        base = options.get("baseUrl")
        paths = options.get("paths")
        if isinstance(paths, dict) or isinstance(base, str):
            everything = {"*": ["*"]} if isinstance(base, str) else {}
            return posixpath.join(folder, base if isinstance(base, str) else "."), {**(paths if isinstance(paths, dict) else {}), **everything}
        parent = config.get("extends")
        if isinstance(parent, str) and parent.startswith(".") and depth < _MAX_EXTENDS:
            above = posixpath.normpath(posixpath.join(folder, parent))
            above = above if above.endswith(".json") else f"{above}.json"
            return self._paths_of(above, depth + 1) if above in self._paths else None
        return None

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
        for folder, package in self._packages.values():
            if not folder or importer.startswith(f"{folder}/"):
                private = package.get("imports")
                for place in _leaves(private.get(spec)) if isinstance(private, dict) else ():
                    found = self._source(folder, place, importer)
                    if found:
                        return found
        return None

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
    if isinstance(exports, dict):
        yield from _leaves(exports.get(f"./{inside}" if inside else "."))
        for pattern, places in exports.items():
            head, star, tail = str(pattern).partition("*")
            if star and inside and f"./{inside}".startswith(head) and f"./{inside}".endswith(tail):
                middle = f"./{inside}"[len(head) : len(f"./{inside}") - len(tail) or None]
                yield from (leaf.replace("*", middle) for leaf in _leaves(places))
        if not inside and not any(str(key).startswith(".") for key in exports):
            yield from _leaves(exports)
    elif not inside:
        yield from _leaves(exports)
    if inside:
        yield from (inside, f"src/{inside}", f"dist/{inside}")
        return
    for key in ("source", "module", "main", "types", "browser"):
        if isinstance(package.get(key), str):
            yield package[key]
    yield from ("index", "src/index", "src/main")


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
