"""Ruby: a constant is found by the modules around it, in the file that its name says or wherever it is defined."""

import posixpath
import re
from collections.abc import Iterator, Sequence

from kernel.model.facts import Import
from kernel.slicing.languages.builtin_methods import RUBY
from kernel.slicing.languages.modules import Files, Modules, nearest

RELATIVE = "require_relative"
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LOAD_ROOT = re.compile(r"(?:^|.*/)(?:lib|test|spec|app/[^/]+|app/[^/]+/concerns)/$")
_MAX_DEFINERS = 200


class RubyModules(Modules):
    """Constants by their modules; of files with one constant first that which loading by name would take."""

    bare_members = True
    capital_types = True
    nested = True
    derives = True
    maker = "new"
    common = RUBY

    def __init__(self, files: Files) -> None:
        self._files = files
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(p for p in files.paths if p.endswith((".rb", ".rake"))):
            self._by_stem.setdefault(path.rpartition("/")[2].partition(".")[0], []).append(path)

    def bound(self, entry: Import) -> str:
        """A file that is loaded gives all its names."""
        return "*"

    def targets(self, importer: str, entry: Import) -> tuple[str, ...]:
        """The file beside the importer, or below a folder that Ruby loads from."""
        spec = entry.module.removesuffix(".rb")
        if entry.alias == RELATIVE or spec.startswith("."):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(importer), f"{spec}.rb"))
            return (path,) if path in self._files.paths else ()
        same = self._by_stem.get(spec.rpartition("/")[2], ())
        found = [p for p in same if p == f"{spec}.rb" or (p.endswith(f"/{spec}.rb") and _LOAD_ROOT.match(p[: -len(spec) - 3]))]
        return tuple(nearest(importer, found))

    def scopes(self, path: str, name: str) -> Iterator[tuple[str, ...]]:
        """Where loading by name would look, then wherever the last part is defined; functions alone are seen where they are loaded."""
        _, dot, last = name.rpartition(".")
        if last[:1].isupper():
            yield tuple(nearest(path, self._by_name(name)))
        if dot or last[:1].isupper():
            defining = self._files.defining(last)
            yield tuple(p for p in defining if p.endswith((".rb", ".rake"))) if len(defining) <= _MAX_DEFINERS else ()

    def written_out(self, importer: str, dotted: str) -> Iterator[tuple[str, str]]:
        """The one file that a constant's name says, or that defines it."""
        parts = dotted.split(".")
        for at in range(len(parts), 1, -1):
            if all(part[:1].isupper() for part in parts[:at]):
                places = [group for group in self.scopes(importer, ".".join(parts[:at])) if len(group) == 1]
                yield from ((group[0], dotted) for group in places)

    def _by_name(self, name: str) -> Sequence[str]:
        inside = "/".join(_HUMP.sub("_", part).lower() for part in name.split("."))
        return [p for p in self._by_stem.get(inside.rpartition("/")[2], ()) if f"/{p}".endswith(f"/{inside}.rb")]
