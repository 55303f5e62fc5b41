"""Shell: a script has the functions of the scripts that it sources."""

import posixpath
import re

from kernel.model.facts import Import
from kernel.slicing.languages.modules import Files, Modules

# What stands behind the last variable or command of a path: ``"$(dirname "$0")/lib/x.sh"``.
_WRITTEN = re.compile(r"[\w./+-]+$")


class ShellModules(Modules):
    """Sourced paths; of a path that starts with a variable what is written behind it, below the script's folder or one above."""

    flat = True

    def __init__(self, files: Files) -> None:
        self._paths = files.paths

    def bound(self, entry: Import) -> str:
        """A sourced script gives all its functions."""
        return "*"

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The script that is sourced."""
        module = entry.module.strip("\"'")
        found = _WRITTEN.search(module)
        if found is None or (found.start() == 0 and module.startswith("/")):
            return ()
        folder, written = posixpath.dirname(importer), found[0].lstrip("/") if found.start() else found[0]
        while True:
            path = posixpath.normpath(posixpath.join(folder, written))
            if path in self._paths and path != importer:
                return (path,)
            if not folder:
                return ()
            folder = posixpath.dirname(folder)
