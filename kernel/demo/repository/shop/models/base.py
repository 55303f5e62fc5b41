"""What all models share."""

from __future__ import annotations

import itertools


class Model:
    """A thing with an id that can be saved."""

    saved: dict[type[Model], dict[int, Model]] = {}
    _ids = itertools.count(1)

    def __init__(self) -> None:
        self.id = 0

    def save(self) -> None:
        """Keep this thing; it gets an id at the first time."""
        self.id = self.id or next(self._ids)
        self.saved.setdefault(type(self), {})[self.id] = self

    def require(self, condition: bool, message: str) -> None:
        """Refuse to go on unless a rule holds."""
        if not condition:
            raise ValueError(f"{type(self).__name__} {self.id}: {message}")
