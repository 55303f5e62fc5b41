# ruff: noqa: PTH105, PTH116, PTH118, PTH120, PTH123  (every tool call loads this: pathlib would cost it 6 ms)
"""The compiled modules and patterns of hooks in one file: to find, check and open sixty files takes as long as to load what is in them.

A hook writes the file after its answer, into the kernel's private folder. A module comes from it only where its source has the
very time and size that it was compiled from, as with Python's own caches; else, and whatever is odd, it is imported as always.
"""

from __future__ import annotations

import marshal
import os
import sys
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from kernel.model.compiled import Form

    Held = tuple[str, int, int, bool, bytes]

_SUM = 4
_FEW = 4
"""Modules that the file lacks and that are no reason to write it anew."""


class Bundle:
    """Finds modules in a file. ``held``: module → source, its time (ns) and size, whether it is a package, marshalled code."""

    __slots__ = ("_path", "_patterns", "_root", "held")

    def __init__(self, home: str, root: str) -> None:
        """Read ``home``'s file; a damaged one, or one of another version or place of the kernel (``root``), is empty."""
        self._path = os.path.join(home, f"hook.{sys.implementation.cache_tag}.bin")
        self._root = root
        self.held: Mapping[str, Held] = {}
        self._patterns: Mapping[str, Form] = {}
        try:
            with open(self._path, "rb") as file:
                sum_, data = file.read(_SUM), file.read()
            # The sum first: what is damaged may crash the reader.
            version, place, held, patterns = marshal.loads(data) if sum_ == _sum(data) else ("", "", {}, {})
        except (OSError, EOFError):
            return
        if (version, place) == (sys.version, root):
            self.held, self._patterns = held, patterns

    def give_patterns(self) -> None:
        """Let patterns be used as they were compiled."""
        from kernel.model.compiled import KEPT

        KEPT.update(self._patterns)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """What Python's import asks of a finder."""
        if name not in self.held:
            return None
        source, time, size, is_package, _ = self.held[name]
        try:
            now = os.stat(source)
        except OSError:
            return None
        if (now.st_mtime_ns, now.st_size) != (time, size):
            return None
        spec: ModuleSpec = type(__spec__)(name, self, origin=source, is_package=is_package)  # type: ignore[arg-type]
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module."""
        exec(marshal.loads(self.held[module.__name__][4]), module.__dict__)

    def keep(self) -> None:
        """Write the file anew if this process loaded more than a few of the kernel's modules from elsewhere, or compiled a pattern."""
        from kernel.model.compiled import MADE, form_of

        loaded = {name: module for name, module in sys.modules.items() if name.startswith("kernel.")}
        missing = [module for module in loaded.values() if getattr(module, "__loader__", self) is not self]
        made = {pattern: form for pattern in MADE if (form := form_of(pattern)) is not None}
        if (len(missing) <= _FEW and not made) or not os.access(os.path.dirname(self._path), os.W_OK):
            return
        held = {**self.held, **dict(filter(None, map(_compiled, missing)))}
        patterns = {**self._patterns, **made}
        new = f"{self._path}.{os.getpid()}"
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            data = marshal.dumps((sys.version, self._root, held, patterns))
            file.write(_sum(data) + data)
        os.replace(new, self._path)


def _sum(data: bytes) -> bytes:
    return crc32(data).to_bytes(_SUM, "big")


def _compiled(module: ModuleType) -> tuple[str, Held] | None:
    """A module's row; None where it has no source or code."""
    spec = module.__spec__
    if spec is None or spec.origin is None or spec.loader is None:
        return None
    stat = os.stat(spec.origin)
    code = spec.loader.get_code(spec.name)  # type: ignore[attr-defined]
    is_package = spec.submodule_search_locations is not None
    return spec.name, (spec.origin, stat.st_mtime_ns, stat.st_size, is_package, marshal.dumps(code))
