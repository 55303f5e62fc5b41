# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""Plug-ins that hung or ended their process: after some times they are not asked for a day, so that calls do not wait for them."""

from __future__ import annotations

import json
import os
import time

from kernel.model.named import NamedTuple

FILE_NAME = "plugins.strikes"
MOST = 3
"""Strikes within ``SECONDS`` from which on a plug-in is set aside."""

SECONDS = 86_400

_MOST_BYTES = 1_000_000


class Strike(NamedTuple):
    """A plug-in had to be stopped: when (seconds since the epoch), and what it did."""

    name: str
    at: float
    problem: str


def strikes(home: str) -> tuple[Strike, ...]:
    """The strikes of the last day, oldest first; what cannot be read is left out."""
    try:
        with open(os.path.join(home, FILE_NAME), "rb") as file:  # noqa: PTH118, PTH123
            data = file.read(_MOST_BYTES)
    except OSError:
        return ()
    since = time.time() - SECONDS
    return tuple(found for line in data.splitlines() if (found := _strike(line)) is not None and found.at > since)


def set_aside(home: str) -> frozenset[str]:
    """Names of the plug-ins that are not asked now."""
    names = [strike.name for strike in strikes(home)]
    return frozenset(name for name in names if names.count(name) >= MOST)


def add_strike(home: str, name: str, problem: str) -> None:
    """Note a strike. That it cannot be written costs time, nothing else."""
    _append(home, "ab", [Strike(name, time.time(), problem)])


def forgive(home: str, name: str) -> None:
    """Ask a plug-in again: its strikes are forgotten."""
    if any(strike.name == name for strike in strikes(home)):
        _append(home, "wb", [strike for strike in strikes(home) if strike.name != name])


def _append(home: str, mode: str, rows: list[Strike]) -> None:
    # One write of a short line to a local file is not interleaved with others.
    flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if mode == "ab" else os.O_TRUNC)
    data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    try:
        with open(os.open(os.path.join(home, FILE_NAME), flags, 0o600), mode) as file:  # noqa: PTH118, PTH123
            file.write(data)
    except OSError:
        return


def _strike(line: bytes) -> Strike | None:
    try:
        name, at, problem = json.loads(line)
        return Strike(str(name), float(at), str(problem))
    except (ValueError, TypeError, RecursionError):
        return None
