# ruff: noqa: PTH103, PTH105, PTH118, PTH120, PTH123, PTH208  (hooks load this: pathlib would cost them 6 ms)
"""The stored list of plug-ins: found when somebody asks for it, only read by hooks."""

import json
import os
from collections.abc import Mapping, Sequence

from kernel.model.errors import KernelError, NotFound
from kernel.model.named import NamedTuple
from kernel.service.observe import PLUGINS
from kernel.service.plugin_strikes import forgive, set_aside, strikes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.projection.plugins import Plugin
    from kernel.service.kernel import Kernel

ENTRY_POINTS = "context_kernel.recognisers"
"""Group of Python entry points; each names a function from what is seen of an output to proposals."""

LARGEST = 1_000_000
"""Bytes of a TOML file that are read."""


class Refreshed(NamedTuple):
    """What a refresh stored, in the order of asking, and what could not be used, a sentence each."""

    plugins: "tuple[Plugin, ...]"
    problems: tuple[str, ...]


class Trouble(NamedTuple):
    """The last thing that went wrong with a plug-in: when (seconds since the epoch), what, and whether it is not asked now."""

    at: float
    problem: str
    set_aside: bool


def troubles(home: str) -> dict[str, Trouble]:
    """What went wrong last with each plug-in, by name, as far as the log and the last day's strikes tell."""
    from kernel.service.log import read_log
    from kernel.service.plugin_asking import LOGGED_AS

    told = [(entry.where.removeprefix(LOGGED_AS), entry.at, entry.message) for entry in read_log(home, 5_000) if entry.where.startswith(LOGGED_AS)]
    aside = set_aside(home)
    return {name: Trouble(at, problem, name in aside) for name, at, problem in sorted([*told, *strikes(home)], key=lambda one: one[1])}


def stored_plugins(home: str) -> "tuple[Plugin, ...]":
    """The plug-ins as stored; none where nothing is stored or the file is damaged."""
    try:
        with open(os.path.join(home, PLUGINS), "rb") as file:
            data = file.read()
    except OSError:
        return ()
    from kernel.projection.plugins import Plugin, PluginError, parse_patterns

    found: list[Plugin] = []
    try:
        for row in json.loads(data):
            if row["patterns"] is not None:
                found.append(parse_patterns(row["patterns"])._replace(disabled=row["disabled"] is True))
            else:
                found.append(Plugin(str(row["name"]), None, str(row["target"]), row["disabled"] is True))
    except (ValueError, TypeError, KeyError, RecursionError, PluginError):
        return ()
    return tuple(found)


def refresh(kernel: "Kernel") -> Refreshed:
    """Look for plug-ins and store the list: TOML files in ``plugins`` beside the configuration, then entry points.

    What was switched off stays so, what was set aside is asked again, and what is stored keeps its place before what is new. A name that is taken already is a problem, and the first one holds.

    Raises:
        KernelError: The list cannot be written.
    """
    found, problems = _from_files(os.path.join(os.path.dirname(kernel.loaded.config), "plugins"))
    found += _from_entry_points()
    off = {plugin.name for plugin in stored_plugins(kernel.home) if plugin.disabled}
    named: dict[str, Plugin] = {}
    for plugin in found:
        if plugin.name in named:
            problems.append(f"{plugin.name}: the name is taken already")
        else:
            named[plugin.name] = plugin._replace(disabled=plugin.disabled or plugin.name in off)
    places = {plugin.name: place for place, plugin in enumerate(stored_plugins(kernel.home))}
    plugins = tuple(sorted(named.values(), key=lambda plugin: places.get(plugin.name, len(places))))
    _store(kernel.home, plugins)
    for plugin in plugins:
        forgive(kernel.home, plugin.name)
    return Refreshed(plugins, tuple(problems))


def switch(kernel: "Kernel", name: str, disabled: bool) -> None:
    """Switch a stored plug-in off or on; one that was set aside is asked again.

    Raises:
        NotFound: No plug-in of that name is stored.
        KernelError: The list cannot be written.
    """
    plugins = stored_plugins(kernel.home)
    if name not in {plugin.name for plugin in plugins}:
        raise NotFound(f"no plug-in is called {name!a}; ck plugins refresh looks for new ones")
    if not disabled:
        forgive(kernel.home, name)
    _store(kernel.home, tuple(p._replace(disabled=disabled) if p.name == name else p for p in plugins))


def order(kernel: "Kernel", names: Sequence[str]) -> "tuple[Plugin, ...]":
    """Ask these plug-ins first, in this order, then the others as before; the new order.

    Raises:
        NotFound: No plug-in of one of the names is stored.
        KernelError: The list cannot be written.
    """
    plugins = stored_plugins(kernel.home)
    for name in names:
        if name not in {plugin.name for plugin in plugins}:
            raise NotFound(f"no plug-in is called {name!a}; ck plugins refresh looks for new ones")
    places = {name: place for place, name in reversed(list(enumerate(names)))}
    ordered = tuple(sorted(plugins, key=lambda plugin: places.get(plugin.name, len(names))))
    _store(kernel.home, ordered)
    return ordered


def _from_files(folder: str) -> "tuple[list[Plugin], list[str]]":
    import tomllib

    from kernel.projection.plugins import PluginError, parse_patterns

    found: list[Plugin] = []
    problems: list[str] = []
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))
    except OSError:
        return found, problems
    for name in names:
        try:
            with open(os.path.join(folder, name), "rb") as file:
                tables = tomllib.loads(file.read(LARGEST).decode()).get("recogniser")
            if not isinstance(tables, list) or not tables or not all(isinstance(table, Mapping) for table in tables):
                raise PluginError("expected [[recogniser]] tables, each with a name, a kind and patterns to fold or to keep")
        except (OSError, ValueError, RecursionError) as error:
            problems.append(f"{name}: {error}")
            continue
        for table in tables:
            try:
                found.append(parse_patterns(table))
            except PluginError as error:
                problems.append(f"{name}: {error}")
    return found, problems


def _from_entry_points() -> "list[Plugin]":
    from importlib.metadata import entry_points

    from kernel.projection.plugins import Plugin

    return [
        Plugin(point.name, None, point.value)
        for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    ]


def _store(home: str, plugins: "tuple[Plugin, ...]") -> None:
    rows = [
        {**plugin._asdict(), "patterns": plugin.patterns._asdict() if plugin.patterns is not None else None}
        for plugin in plugins
    ]
    path = os.path.join(home, PLUGINS)
    try:
        os.makedirs(home, mode=0o700, exist_ok=True)
        descriptor = os.open(f"{path}.{os.getpid()}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w") as file:
            json.dump(rows, file)
        os.replace(f"{path}.{os.getpid()}", path)
    except OSError as error:
        raise KernelError(f"{path} cannot be written: {error.strerror or error}") from error
