"""A virtual list of values: drawn by a pure function, filtered by words, its cursor stays on the same value."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from ck_tui.widgets.line import Line
from ck_tui.widgets.lines import Lines

T = TypeVar("T")


def matches(text: str, query: str) -> bool:
    """Whether a line passes a filter: every word occurs, case ignored; a leading ``!`` turns it round."""
    if query.startswith("!"):
        return not query[1:].strip() or not matches(text, query[1:])
    folded = text.casefold()
    return all(word in folded for word in query.casefold().split())


class Rows(Lines, Generic[T], inherit_bindings=False):
    """A list of values.

    Args:
        draw: Value and width in cells to the line that shows it. Pure.
        key: What identifies a value, so that the cursor stays on it when the list changes.
    """

    def __init__(
        self,
        draw: Callable[[T, int], Line],
        key: Callable[[T], Hashable],
        *,
        id: str | None = None,
        classes: str | None = None,
        words: Callable[[T], str] | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._draw = draw
        self._key = key
        self._words = words or (lambda value: draw(value, 400).plain())
        self._all: Sequence[T] = ()
        self.values: Sequence[T] = ()
        self.query_text = ""

    def show(self, values: Sequence[T], *, empty_cursor: bool = False) -> None:
        """Show other values; the cursor stays on the value with the same key where there is one."""
        current = self.current
        key = None if current is None or empty_cursor else self._key(current)
        self._all = values
        self._filter(key)

    def filter(self, query: str) -> None:
        """Keep only the values whose line passes ``query``; empty shows all."""
        self.query_text = query
        current = self.current
        self._filter(None if current is None else self._key(current))

    def _filter(self, key: Hashable | None) -> None:
        query = self.query_text.strip()
        self.values = [value for value in self._all if matches(self._words(value), query)] if query else self._all
        if key is not None:
            self.select(key)
        self.lines_changed()
        self.post_message(self.Moved(self))

    def select(self, key: Hashable) -> bool:
        """Put the cursor on the value with this key; False where there is none."""
        # Most often it is where it was: more came behind it.
        if self.cursor < len(self.values) and self._key(self.values[self.cursor]) == key:
            return True
        for index, value in enumerate(self.values):
            if self._key(value) == key:
                self.cursor = index
                return True
        return False

    @property
    def current(self) -> T | None:
        """The value under the cursor."""
        return self.values[self.cursor] if 0 <= self.cursor < len(self.values) else None

    @property
    def hidden(self) -> int:
        """How many values the filter hides."""
        return len(self._all) - len(self.values)

    def count(self) -> int:
        """Values that pass the filter."""
        return len(self.values)

    def line_at(self, index: int, width: int) -> Line:
        """The drawn value."""
        return self._draw(self.values[index], width)


AnyRows = Rows[Any]
