"""Rust: modules are files below a crate's root, crates are packages of the workspace."""

import posixpath
import re

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules

_NAME = re.compile(r"^\s*name\s*=\s*\"([^\"]+)\"")
_PATH = re.compile(r"^\s*path\s*=\s*\"([^\"]+)\"")
_OUTSIDE = {"std", "core", "alloc", "proc_macro", "test"}


class RustModules(Modules):
    """``crate::``, ``self::``, ``super::``, child modules, and the workspace's crates by name."""

    def __init__(self, files: Files) -> None:
        self._paths = frozenset(p for p in files.paths if p.endswith(".rs"))
        self._crates: dict[str, str] = {}
        self._manifests: list[str] = []
        for path in sorted(p for p in files.paths if p.rpartition("/")[2] == "Cargo.toml"):
            folder = posixpath.dirname(path)
            self._manifests.append(folder)
            self._read(folder, "\n".join(files.lines(path) or ()))

    def _read(self, folder: str, manifest: str) -> None:
        package, lib = _section(manifest, "package"), _section(manifest, "lib")
        root = next((m[1] for m in map(_PATH.match, lib) if m), "src/lib.rs")
        names = [m[1] for m in map(_NAME.match, [*lib, *package]) if m]
        for name in names:
            self._crates.setdefault(name.replace("-", "_"), posixpath.join(folder, root))

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The file of the innermost module that the path names."""
        parts = [p.strip() for p in entry.module.split("::") if p.strip()]
        if entry.name and entry.name not in ("*", "self"):
            parts += entry.name.split("::")
        found = self._walk(importer, parts)
        return (found,) if found else ()

    def _walk(self, importer: str, parts: list[str]) -> str | None:
        head = parts[0] if parts else ""
        at: str | None
        if head in _OUTSIDE:
            return None
        if head == "crate":
            at, rest = self._root_of(importer), parts[1:]
        elif head in ("self", "super"):
            at, rest = importer, parts[1:]
            at = self._parent(importer) if head == "super" else at
            while rest and rest[0] == "super":
                at, rest = self._parent(at) if at else None, rest[1:]
        else:
            child = self._child(importer, head)
            at, rest = (child, parts[1:]) if child else (self._crates.get(head), parts[1:])
        for part in rest:
            inner = self._child(at, part) if at else None
            if inner is None:
                break
            at = inner
        return at

    def _folder(self, path: str) -> str:
        """Where the child modules of a file are."""
        folder, _, name = path.rpartition("/")
        stem = name.removesuffix(".rs")
        own = stem in ("lib", "main", "mod") or path in self._crates.values() or folder.rpartition("/")[2] in ("tests", "bin", "examples", "benches")
        return folder if own else f"{folder}/{stem}".strip("/")

    def _child(self, path: str, name: str) -> str | None:
        folder = self._folder(path)
        for candidate in (f"{folder}/{name}.rs", f"{folder}/{name}/mod.rs"):
            if candidate.strip("/") in self._paths:
                return candidate.strip("/")
        return None

    def _parent(self, path: str) -> str | None:
        folder, _, name = path.rpartition("/")
        if name == "mod.rs":
            folder = folder.rpartition("/")[0]
        above, _, stem = folder.rpartition("/")
        names = [f"{folder}/mod.rs", f"{folder}/lib.rs", f"{folder}/main.rs", f"{above}/{stem}.rs"]
        return next((n.strip("/") for n in names if n.strip("/") in self._paths and n.strip("/") != path), None)

    def _root_of(self, path: str) -> str | None:
        within = [m for m in self._manifests if not m or path.startswith(f"{m}/")]
        folder = max(within, key=len, default="")
        roots = [posixpath.join(folder, "src", name) for name in ("lib.rs", "main.rs")]
        own = [p for p in self._crates.values() if posixpath.dirname(p).startswith(folder) and path.startswith(posixpath.dirname(p))]
        return next((root for root in [*own, *roots] if root in self._paths), None)

    def bound(self, entry: Import) -> str:
        """The last name of the path, or of what is imported from it."""
        if entry.alias or entry.name == "*":
            return entry.alias or "*"
        last = entry.module if entry.name in ("", "self") else entry.name
        return last.rpartition("::")[2]


def _section(manifest: str, name: str) -> list[str]:
    """Lines of one table of a manifest."""
    found = re.search(rf"^\[{name}\][^\n]*\n(.*?)(?=^\[|\Z)", manifest, re.MULTILINE | re.DOTALL)
    return found[1].split("\n") if found else []
