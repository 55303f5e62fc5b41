"""What can go wrong in a way that people should read: one sentence, no traceback."""


class KernelError(Exception):
    """A failure that is explained by its message; a command shows it and exits 1, a hook fails open."""

    @property
    def message(self) -> str:
        """The sentence for people."""
        return str(self)


class BadInput(KernelError):
    """What was asked for makes no sense (bad usage, bad configuration); a command exits 2."""


class NotFound(KernelError):
    """What was asked for is well formed and is not there."""


class StoreTooNew(KernelError):
    """The store was written by a newer version; nothing in it is touched."""


class StoreBusy(KernelError):
    """Somebody else held the store's lock for longer than we may wait."""


class StoreFailed(KernelError):
    """SQLite refused for a reason that a fresh file or memory would not mend."""
