"""A store in memory that is used as one that keeps: for rehearsals, whose handles nobody is told."""

import sqlite3

from kernel.store.connection import Store
from kernel.store.schema import migrate


class TrialStore(Store):
    """Empty at first; gone when it is closed."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("", 0)

    def _open(self) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        migrate(self._connection)

    def _follow(self) -> None:
        if self._connection is None:
            self._open()
