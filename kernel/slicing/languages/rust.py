"""Rust: modules are files below a crate's root, crates are packages of the workspace."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules

_NAME = re.compile(r"^\s*name\s*=\s*\"([^\"]+)\"")
_PATH = re.compile(r"^\s*path\s*=\s*\"([^\"]+)\"")
_PLACED = re.compile(r"#\[path\s*=\s*\"([^\"\n]+)\"\]\s*(?:#\[[^\]\n]*\]\s*)*(?:pub(?:\([^)\n]*\))?\s+)?mod\s+(\w+)\s*;")
_INLINE = re.compile(r"(\s*)(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*\{\s*(?://.*)?$")
_TYPE = re.compile(r"\b(?:struct|enum|union|trait|type)\s+(\w+)")
_MAX_DEFINERS = 200
_OUTSIDE = {"std", "core", "alloc", "proc_macro", "test"}
_ROOT_NAMES = ("lib", "main", "mod")
_OWN_ROOTS = re.compile(r"(?:^|/)(?:src/bin|tests|examples|benches)/(?:[^/]+\.rs$|(?P<folder>[^/]+)/)")
"""Files that are crates of their own, or the folder of one."""
_COMMON = frozenset(
    "contains truncate as_deref as_deref_mut from_utf8 from_utf8_lossy split_at trim_matches char_indices position swap_remove insert_str find_map"
    " min_by_key max_by_key step_by peekable for_each try_fold is_sorted last_mut first_mut split_first split_last get_unchecked is_alphabetic"
    " is_alphanumeric is_numeric is_whitespace is_ascii_digit is_ascii_alphabetic is_ascii_whitespace to_digit len_utf8 duration_since elapsed"
    " as_secs as_millis saturating_add wrapping_sub overflowing_add leading_zeros trailing_zeros count_ones from_le_bytes to_le_bytes read_line"
    " to_string to_owned to_vec into_iter iter_mut as_str as_ref as_mut as_bytes as_slice unwrap_or unwrap_or_else unwrap_or_default expect_err map_err"
    " ok_or ok_or_else and_then or_else is_some is_none is_ok is_err is_empty is_some_and push_str starts_with ends_with strip_prefix strip_suffix"
    " split_whitespace split_once trim_start trim_end to_lowercase to_uppercase contains_key get_mut get_or_insert_with or_insert or_insert_with"
    " or_default entry filter_map flat_map take_while skip_while collect enumerate copied cloned chunks windows fetch_add compare_exchange read_to_string"
    " write_all write_fmt write_str read_exact into_inner try_into try_from from_str borrow_mut try_lock spawn_blocking debug_struct finish_non_exhaustive"
    " to_path_buf file_name file_stem with_extension is_dir is_file wrapping_add checked_add checked_sub saturating_sub char_indices sort_by sort_unstable"
    " sort_by_key dedup_by_key retain_mut extend_from_slice with_capacity size_hint partial_cmp total_cmp type_id source_code hash_one".split()
)
"""Methods that values of the standard library have."""


class _Inline(NamedTuple):
    """A module that is written inside of a file: its qualified name, first and last line."""

    name: str
    first: int
    last: int


class RustModules(Modules):
    """``crate::``, ``self::``, ``super::``, child modules, and the workspace's crates by name."""

    derives = True
    common = _COMMON

    def __init__(self, files: Files) -> None:
        self._files = files
        self._paths = frozenset(p for p in files.paths if p.endswith(".rs"))
        self._crates: dict[str, str] = {}
        self._manifests: list[str] = []
        self._inline: dict[str, tuple[_Inline, ...]] = {}
        self._types: dict[str, frozenset[str]] = {}
        self._placed: dict[str, dict[str, str]] = {}
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

    # -- paths -------------------------------------------------------------------------------------------------

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The file of the innermost module that the path names."""
        found, _ = self._walk(importer, entry.line, _parts(entry))
        return (found,) if found else ()

    def wanted(self, importer: str, entry: Import, target: str) -> str:
        """What is left of the path inside of the file."""
        return ".".join(self._walk(importer, entry.line, _parts(entry))[1])

    def written_out(self, importer: str, dotted: str) -> Iterator[tuple[str, str]]:
        """A path that starts with ``crate``, ``super``, a module or a crate."""
        path = dotted.replace("super()", "super")
        parts = path.split(".")
        if "(" in path or not (parts[0] in ("crate", "super", "self") or self._child(importer, parts[0]) or parts[0] in self._crates):
            return
        found, rest = self._walk(importer, 0, parts)
        if found and rest:
            yield found, ".".join(rest)

    def opens(self, path: str, holder: str) -> bool:
        """Modules that are written inside of a file."""
        return any(module.name == holder for module in self._inside(path))

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """Files of the same crate in which a type's methods are, the type itself being elsewhere."""
        holder, dot, last = name.rpartition(".")
        if dot:
            crate, bare = self._manifest_of(path), holder.rpartition(".")[2]
            defining = self._files.defining(last)
            known = defining if len(defining) <= _MAX_DEFINERS else ()
            near = (p for p in known if p in self._paths and p != path and self._manifest_of(p) == crate)
            yield tuple(p for p in near if bare not in self._types_of(p))

    def _types_of(self, path: str) -> frozenset[str]:
        """Types that a file defines itself."""
        if path not in self._types:
            self._types[path] = frozenset(found[1] for line in self._files.lines(path) or () for found in _TYPE.finditer(line))
        return self._types[path]

    def choose(self, asking: str, found: Sequence[str], extents: Sequence[int]) -> Sequence[str]:
        """Of several definitions of one name none is better."""
        return found

    def _walk(self, importer: str, line: int, parts: list[str]) -> tuple[str | None, list[str]]:
        """The file that a path leads to, and the names of the path that are left."""
        head, rest = (parts[0], parts[1:]) if parts else ("", [])
        at: str | None = importer
        if head in _OUTSIDE:
            return None, []
        if head == "crate":
            at = self._root_of(importer)
        elif head in ("self", "super"):
            inner = self._around(importer, line)
            while head == "super":
                at, inner = (at, inner[:-1]) if inner else (self._parent(at) if at else None, [])
                head, rest = (rest[0], rest[1:]) if rest[:1] == ["super"] else ("", rest)
            rest = [*inner, *rest]
        elif head == "":
            at, rest = self._crates.get(rest[0]) if rest else None, rest[1:]
        elif not self._child(importer, head) and not any(module.name == head for module in self._inside(importer)):
            at = self._crates.get(head)
        else:
            rest = parts
        while at and rest:
            inner_file = self._child(at, rest[0])
            if inner_file is None:
                break
            at, rest = inner_file, rest[1:]
        return at, rest

    # -- modules -----------------------------------------------------------------------------------------------

    def _around(self, path: str, line: int) -> list[str]:
        """The modules of a file around one of its lines, from the outermost."""
        around = [module for module in self._inside(path) if module.first <= line <= module.last]
        return max(around, key=lambda module: module.first).name.split(".") if around else []

    def _inside(self, path: str) -> tuple[_Inline, ...]:
        """Modules inside of a file, told by their indentation."""
        if path not in self._inline:
            found: list[_Inline] = []
            open_: list[tuple[str, str, int]] = []
            for number, line in enumerate(self._files.lines(path) or (), 1):
                if open_ and line.rstrip() == f"{open_[-1][0]}}}":
                    _, name, first = open_.pop()
                    found.append(_Inline(name, first, number))
                elif "mod " in line and (module := _INLINE.match(line)):
                    outer = f"{open_[-1][1]}." if open_ else ""
                    open_.append((module[1], outer + module[2], number))
            self._inline[path] = tuple(found)
        return self._inline[path]

    def _folder(self, path: str) -> str:
        """Where the child modules of a file are."""
        folder, _, name = path.rpartition("/")
        stem = name.removesuffix(".rs")
        own = stem in _ROOT_NAMES or path in self._crates.values() or folder.rpartition("/")[2] in ("tests", "bin", "examples", "benches")
        return folder if own else f"{folder}/{stem}".strip("/")

    def _child(self, path: str, name: str) -> str | None:
        placed = self._placed_by(path).get(name)
        if placed:
            return placed
        folder = self._folder(path)
        for candidate in (f"{folder}/{name}.rs", f"{folder}/{name}/mod.rs"):
            if candidate.strip("/") in self._paths and candidate.strip("/") != path:
                return candidate.strip("/")
        return None

    def _placed_by(self, path: str) -> dict[str, str]:
        """Modules whose files an attribute names."""
        if path not in self._placed:
            lines = self._files.lines(path) or ()
            text = "\n".join(lines) if any("#[path" in line for line in lines) else ""
            places = {m[2]: posixpath.normpath(posixpath.join(posixpath.dirname(path), m[1])) for m in _PLACED.finditer(text)}
            self._placed[path] = {name: place for name, place in places.items() if place in self._paths}
        return self._placed[path]

    def _parent(self, path: str) -> str | None:
        folder, _, name = path.rpartition("/")
        if name == "mod.rs":
            folder = folder.rpartition("/")[0]
        above, _, stem = folder.rpartition("/")
        names = [f"{folder}/mod.rs", f"{folder}/lib.rs", f"{folder}/main.rs", f"{above}/{stem}.rs"]
        return next((n.strip("/") for n in names if n.strip("/") in self._paths and n.strip("/") != path), None)

    def _root_of(self, path: str) -> str | None:
        own = _OWN_ROOTS.search(path)
        if own:
            main = f"{path[: own.end()]}main.rs"
            return main if own["folder"] and main in self._paths else path if not own["folder"] else None
        folder = self._manifest_of(path)
        roots = [posixpath.join(folder, "src", name) for name in ("lib.rs", "main.rs")]
        declared = [p for p in self._crates.values() if posixpath.dirname(p).startswith(folder) and path.startswith(posixpath.dirname(p))]
        return next((root for root in [*declared, *roots] if root in self._paths), None)

    def _manifest_of(self, path: str) -> str:
        """The folder of the package around a file."""
        return max((m for m in self._manifests if not m or path.startswith(f"{m}/")), key=len, default="")

    def bound(self, entry: Import) -> str:
        """The last name of the path, or of what is imported from it."""
        if entry.alias or entry.name == "*":
            return entry.alias or "*"
        last = entry.module if entry.name in ("", "self") else entry.name
        return last.rpartition("::")[2].rpartition(".")[2]


def _parts(entry: Import) -> list[str]:
    """The names of an import's path; the first is empty where a crate is meant for sure (``::serde``)."""
    last = entry.name if entry.name not in ("", "*", "self") else ""
    path = f"{entry.module}::{last}" if last else entry.module
    return [part.strip() for part in path.replace(".", "::").split("::")]


def _section(manifest: str, name: str) -> list[str]:
    """Lines of one table of a manifest."""
    found = re.search(rf"^\[{name}\][^\n]*\n(.*?)(?=^\[|\Z)", manifest, re.MULTILINE | re.DOTALL)
    return found[1].split("\n") if found else []
