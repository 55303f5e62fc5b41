"""The kernel opened on a repository: what every use case gets as its first argument."""

from __future__ import annotations

import os
from types import TracebackType

from kernel.model.scope import Repository
from kernel.service.repository import find_repository
from kernel.settings import Loaded, Settings, home_folder, load_settings
from kernel.store.connection import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernel.store.cache import Cache


class Kernel:
    """One repository, its settings, and the store and cache behind them, opened when first used.

    Attributes:
        repository: Where we work.
        settings: The merged settings; ``loaded`` tells their sources.
        loaded: Settings with sources and problems.
        home: Folder of the store, cache and log.
    """

    __slots__ = ("_cache", "_notices", "_store", "_timeout_ms", "home", "loaded", "repository", "settings")

    def __init__(self, repository: Repository, loaded: Loaded, home: str, timeout_ms: int) -> None:
        self.repository = repository
        self.loaded = loaded
        self.settings: Settings = loaded.settings
        self.home = home
        self._timeout_ms = timeout_ms
        self._store: Store | None = None
        self._cache: Cache | None = None
        self._notices = loaded.problems

    @property
    def store(self) -> Store:
        """The store.

        Raises:
            StoreTooNew, StoreBusy, StoreFailed: On first use, when it cannot be opened.
        """
        if self._store is None:
            self._store = Store(self.home, self._timeout_ms)
        return self._store

    @property
    def cache(self) -> Cache:
        """The cache of repository facts; never raises."""
        if self._cache is None:
            from kernel.store.cache import Cache  # no hook needs it

            self._cache = Cache(self.home, self.settings.cache_max_bytes, self._timeout_ms)
        return self._cache

    @property
    def notices(self) -> tuple[str, ...]:
        """What people must be told: problems of the settings, a damaged or unwritable store."""
        return (*self._notices, *(self._store.notices if self._store is not None else ()))

    def log(self, level: str, where: str, message: str) -> None:
        """Append to the log (see ``kernel.service.log``)."""
        from kernel.service.log import log

        log(self.home, self.settings, level, where, message)

    def log_error(self, where: str, error: BaseException) -> None:
        """Append an exception to the log."""
        from kernel.service.log import log_error

        log_error(self.home, self.settings, where, error)

    def close(self) -> None:
        """Close the files; a later use opens them again."""
        if self._store is not None:
            self._store.close()
        if self._cache is not None:
            self._cache.close()
            self._cache = None

    def __enter__(self) -> Kernel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_kernel(cwd: str = ".", environ: Mapping[str, str] | None = None, strict: bool = True) -> Kernel:
    """Open the kernel on the repository of a folder.

    Args:
        cwd: A folder (or file) of the repository.
        environ: Environment variables, by default this process's.
        strict: For commands and the workbench: a bad setting is an error, and the store is waited for patiently.
            Without it, for hooks: a bad setting is a notice and a log entry, and the store is waited for shortly.

    Raises:
        BadInput: No such folder, or with ``strict`` a bad setting.
    """
    environ = os.environ if environ is None else environ
    loaded = load_settings(environ, strict=strict)
    settings, home = loaded.settings, home_folder(environ)
    timeout_ms = settings.command_timeout_ms if strict else settings.busy_timeout_ms
    kernel = Kernel(find_repository(cwd), loaded, home, timeout_ms)
    if not strict:
        for problem in loaded.problems:
            kernel.log("warning", "settings", problem)
    return kernel
