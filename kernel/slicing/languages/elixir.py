"""Elixir: a module is found by its whole name, which an alias may shorten."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules, last_part, nearest

_MODULE = re.compile(r"(\s*)(?:defmodule|defprotocol)\s+([\w.]+)(?:\s|,|$)")
_ALIAS = re.compile(r"\s*alias\s+([A-Z][\w.]*?)(?:\.\{([^}]*)\}|\s*,\s*as:\s*(\w+))?\s*$")
# ``Shop.Cart.total/1``, ``anonymous fn/1 in Shop.Cart.total/1``.
_FRAME_MODULE = re.compile(r"(?:.{0,80} in )?([A-Z]\w*(?:\.[A-Z]\w*)*)\.[^A-Z]")
_MAX_DEFINERS = 200


class ElixirModules(Modules):
    """Modules as files define them, one inside the other by indentation."""

    bare_members = True
    bare_types = False
    capital_types = True
    frames_name_packages = True

    def __init__(self, files: Files) -> None:
        self._files = files
        self._modules: dict[str, tuple[_Module, ...]] = {}
        self._aliases: dict[str, dict[str, str]] = {}

    def bound(self, entry: Import) -> str:
        """The last part of a module; of an imported or used one all its names."""
        return entry.alias or last_part(entry.name or entry.module)

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The file that defines the module."""
        return self._defining(importer, self._whole(importer, self.wanted(importer, entry, "")))

    def wanted(self, importer: str, entry: Import, target: str) -> str:
        """The whole name of the module."""
        name = entry.module if entry.name in ("", "*") else f"{entry.module}.{entry.name}"
        head, dot, rest = name.strip(".").partition(".")
        return f"{self._around(importer, entry.line) if head == '__MODULE__' else head}{dot}{rest}"

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """The file of a module that is named whole."""
        if name[:1].isupper():
            yield self._defining(path, name)

    def written_out(self, importer: str, dotted: str) -> Iterator[tuple[str, str]]:
        """A function of a module that is named whole, or below an alias."""
        whole = self._whole(importer, dotted)
        parts = whole.split(".")
        for at in range(len(parts), 0, -1):
            if parts[at - 1][:1].isupper():
                yield from ((found, whole) for found in self._defining(importer, ".".join(parts[:at])))

    def fits(self, path: str, function: str) -> bool:
        """Whether a file defines the module that a frame names; where it makes modules that nobody can read, it may."""
        named = _FRAME_MODULE.match(function)
        known = self._modules_in(path)
        if named is None or not known or any("defimpl" in line or "defmodule unquote" in line for line in self._files.lines(path) or ()):
            return True
        return any(f"{named[1]}.".startswith(f"{module.name}.") for module in known)

    def opens(self, path: str, holder: str) -> bool:
        """Modules: what they hold is seen inside of them."""
        return holder.rpartition(".")[2][:1].isupper()

    def _whole(self, path: str, name: str) -> str:
        head, dot, rest = name.partition(".")
        return f"{self._aliases_of(path).get(head, head)}{dot}{rest}"

    def _defining(self, asking: str, module: str) -> tuple[str, ...]:
        defining = self._files.defining(last_part(module))
        known = defining if len(defining) <= _MAX_DEFINERS else ()
        return tuple(nearest(asking, [p for p in known if p.endswith((".ex", ".exs")) and any(module == m.name for m in self._modules_in(p))]))

    def _around(self, path: str, line: int) -> str:
        """The module that a line stands in."""
        written = (self._files.lines(path) or ())[line - 1 : line]
        depth = len(written[0]) - len(written[0].lstrip()) if written else 0
        return next((m.name for m in reversed(self._modules_in(path)) if m.line < line and m.depth < depth), "")

    def _modules_in(self, path: str) -> tuple["_Module", ...]:
        if path not in self._modules:
            self._modules[path] = tuple(_modules_of(self._files.lines(path) or ()))
        return self._modules[path]

    def _aliases_of(self, path: str) -> dict[str, str]:
        if path not in self._aliases:
            lines = self._files.lines(path) or ()
            found = (match for line in lines if "alias" in line and (match := _ALIAS.match(line)))
            self._aliases[path] = {short: whole for match in found for short, whole in _shortened(match)}
        return self._aliases[path]


class _Module(NamedTuple):
    """A module as a file defines it: whole name, line, indentation."""

    name: str
    line: int
    depth: int


def _modules_of(lines: Sequence[str]) -> Iterator[_Module]:
    around: list[_Module] = []
    for number, line in enumerate(lines, 1):
        if "def" in line and (found := _MODULE.match(line)):
            depth = len(found[1])
            while around and around[-1].depth >= depth:
                around.pop()
            around.append(_Module(f"{around[-1].name}.{found[2]}" if around else found[2], number, depth))
            yield around[-1]


def _shortened(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    if found[2] is None:
        yield found[3] or last_part(found[1]), found[1]
        return
    for each in found[2].split(","):
        if each.strip():
            yield last_part(each.strip()), f"{found[1]}.{each.strip()}"
