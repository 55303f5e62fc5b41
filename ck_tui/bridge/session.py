"""The open kernel, its settings, and what the panes' bridges share."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kernel.model.errors import KernelError
from kernel.service.kernel import Kernel, open_kernel

PATIENCE = "400"
"""Milliseconds for which the workbench waits for a store that another process has locked: a key may wait for it."""


class BridgeError(Exception):
    """Something that a person should read; never a programming error."""


@contextmanager
def explained() -> Iterator[None]:
    """Turn what the kernel says into what the workbench shows."""
    try:
        yield
    except KernelError as error:
        raise BridgeError(error.message) from error
    except OSError as error:
        raise BridgeError(f"{error.strerror or error}: {error.filename}" if error.filename else str(error)) from error
    except Exception as error:
        # A fault of the kernel must not take the screen down; it is shown, and logged with its cause.
        raise BridgeError(f"internal error: {type(error).__name__}: {error}") from error


class SessionBridge:
    """Settings, log and change number of an open kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    @classmethod
    def open(cls, repo: str) -> "SessionBridge":
        """Open the kernel on a folder.

        Raises:
            BridgeError: See ``open_bridge``.
        """
        with explained():
            return cls(open_kernel(repo, {**os.environ, "CK_COMMAND_TIMEOUT_MS": PATIENCE}))

    @property
    def root(self) -> str:
        """The worktree's top folder."""
        return self.kernel.repository.root

    @property
    def theme(self) -> str:
        """The theme's name from the settings."""
        return self.kernel.settings.theme

    @property
    def keymap(self) -> Mapping[str, str]:
        """The user's keys by action id."""
        return dict(self.kernel.settings.keymap)

    @property
    def animations(self) -> bool:
        """Whether scrolling may be animated."""
        return self.kernel.settings.animations

    @property
    def ascii(self) -> bool:
        """Whether to draw without box characters."""
        return self.kernel.settings.ascii

    @property
    def editor(self) -> str:
        """The editor's command from the settings; empty: from the environment."""
        return self.kernel.settings.editor

    @property
    def poll_seconds(self) -> float:
        """How often changes of the store are looked for."""
        return self.kernel.settings.poll_ms / 1000

    @property
    def themes_folder(self) -> Path:
        """Where a person's own theme files are."""
        return Path(self.kernel.loaded.config).parent / "themes"

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should know about the store and the settings."""
        return self.kernel.notices

    @property
    def in_memory(self) -> bool:
        """Whether nothing is kept after the end, because the store cannot be written."""
        return self.kernel.store.in_memory

    @property
    def pictures_folder(self) -> Path:
        """Where pictures of the screen go."""
        return Path(self.kernel.home) / "pictures"

    def log_notice(self, text: str) -> None:
        """Write what a person was told to the kernel's log."""
        self.kernel.log("warning", "store", text)

    def version(self) -> int:
        """A number that changes when somebody else changes the store.

        Raises:
            BridgeError: The store cannot be read.
        """
        with explained():
            return self.kernel.store.data_version()

    def log_error(self, where: str, error: BaseException) -> None:
        """Write to the kernel's log (``ck log``)."""
        self.kernel.log_error(where, error)

    def close(self) -> None:
        """Close the store."""
        self.kernel.close()
