"""What showing the definitions of a file costs, remembered by the file's content."""

import json
from collections.abc import Callable, Iterator

from kernel.model.facts import Definition
from kernel.slicing.sources import Shown, digest_of
from kernel.tokens import Estimator


def price_key(facts_key: str) -> str:
    """The cache key of a file's prices, next to that of its facts."""
    return f"shown:{facts_key}"


class Prices:
    """Prices by path and symbol; remembers which files got new ones."""

    __slots__ = ("_changed", "_estimator", "_known")

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Shown]] = {}
        self._changed: set[str] = set()
        self._estimator = Estimator()

    def load(self, path: str, blob: bytes | None) -> None:
        """Take the remembered prices of a file; a damaged blob is none."""
        try:
            rows = json.loads(blob) if blob else {}
            self._known[path] = {symbol: Shown(int(row[0]), str(row[1])) for symbol, row in rows.items()}
        except (ValueError, TypeError, AttributeError, IndexError, KeyError):
            self._known[path] = {}

    def of(self, path: str, definition: Definition, text: Callable[[], str]) -> Shown:
        """The price of a definition; ``text`` gives what is shown if it must be worked out."""
        known = self._known.setdefault(path, {})
        if definition.name not in known:
            shown = text()
            known[definition.name] = Shown(self._estimator.tokens(shown), digest_of(shown))
            self._changed.add(path)
        return known[definition.name]

    def fresh(self) -> Iterator[tuple[str, bytes]]:
        """Path and blob of each file whose prices are new."""
        for path in sorted(self._changed):
            yield path, json.dumps(self._known[path]).encode("ascii")
        self._changed = set()
