"""Patterns are compiled when they are first used: here each of them is, so that a broken one shows before that."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import kernel.projection
import kernel.reading


def modules() -> Iterator[str]:
    for package in (kernel.reading, kernel.projection):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            yield found.name


def patterns(value: object) -> Iterator[object]:
    if type(value).__name__ == "_Lazy":
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from patterns(part)


@pytest.mark.parametrize("name", list(modules()))
def test_every_pattern_of_a_module_compiles(name: str) -> None:
    for value in vars(import_module(name)).values():
        for pattern in patterns(value):
            pattern.match("")  # type: ignore[attr-defined]
