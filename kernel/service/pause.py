# ruff: noqa: PTH118, PTH123, PTH105, PTH103  (hooks load this: pathlib would cost them 6 ms)
"""The switch that turns everything off: for one repository, or for all. A file of its own, so that it works without the store."""

from __future__ import annotations

import os

from kernel.model.errors import KernelError
from kernel.model.named import NamedTuple

FILE_NAME = "paused.json"


class Paused(NamedTuple):
    """What is switched off: everything, or the repositories of these keys."""

    everywhere: bool = False
    repositories: tuple[str, ...] = ()

    def holds(self, repository: str) -> bool:
        """Whether the kernel is off in a repository."""
        return self.everywhere or repository in self.repositories


def paused(home: str) -> Paused:
    """What is switched off now; a file that cannot be read switches nothing off."""
    try:
        with open(os.path.join(home, FILE_NAME), "rb") as file:
            text = file.read()
        import json  # where nothing was ever paused, nobody needs it

        data = json.loads(text)
        return Paused(data["everywhere"] is True, tuple(str(key) for key in data["repositories"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Paused()


def switch(home: str, repository: str | None, off: bool) -> Paused:
    """Switch the kernel off (``off``) or on again, in one repository or, with None, everywhere.

    Switching on everywhere leaves no repository off.

    Raises:
        KernelError: The switch cannot be written.
    """
    now = paused(home)
    if repository is None:
        wanted = Paused(off, now.repositories if off else ())
    else:
        others = tuple(key for key in now.repositories if key != repository)
        wanted = Paused(now.everywhere, (*others, repository) if off else others)
    path = os.path.join(home, FILE_NAME)
    new = f"{path}.{os.getpid()}"
    try:
        os.makedirs(home, mode=0o700, exist_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="ascii") as file:
            import json

            file.write(json.dumps(wanted._asdict()))
        os.replace(new, path)
    except OSError as error:
        raise KernelError(f"the switch cannot be written to {path}: {error.strerror or error}") from error
    return wanted
