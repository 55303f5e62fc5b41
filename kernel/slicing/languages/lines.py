"""Names of languages that are read by their lines: what is mentioned is meant where only one definition has the name."""

from kernel.model.facts import Definition
from kernel.slicing.languages.grammar import GrammarNames
from kernel.slicing.languages.names import Target

TAGS = "tags"
"""An index by ctags at the top of a repository."""

_SHORTEST_CALL = 4
_MAX_DEFINERS = 4


class LineNames(GrammarNames):
    """Resolves mentions; a name with two definitions means none of them."""

    def resolve(self, path: str, owner: Definition, dotted: str) -> Target | None:
        """The only definition of a mentioned name: in the file itself, else in the files of the language."""
        name = dotted.rpartition(".")[2]
        own = [d for d in self.definitions(path) if d and d.rpartition(".")[2] == name]
        if own:
            return Target(path, own[0]) if len(own) == 1 and own[0] != owner.name else None
        if dotted in owner.calls and len(name) >= _SHORTEST_CALL:
            return self._only_one(name)
        return self.only(name) or self._tagged(name)

    def _only_one(self, name: str) -> Target | None:
        found = [p for p in self._files.defining(name) if p in self._family]
        targets = [Target(p, d) for p in found[: _MAX_DEFINERS + 1] for d in self.definitions(p) if d.rpartition(".")[2] == name]
        return targets[0] if len(targets) == 1 and len(found) <= _MAX_DEFINERS else self._tagged(name)

    def _tagged(self, name: str) -> Target | None:
        """What the one entry for a name in an index by ctags means."""
        entries = self._tags().get(name, ())
        if len(entries) != 1 or entries[0] not in self._family:
            return None
        found = [d for d in self.definitions(entries[0]) if d.rpartition(".")[2] == name]
        return Target(entries[0], found[0]) if len(found) == 1 else None

    def _tags(self) -> dict[str, tuple[str, ...]]:
        if self._tag_files is None:
            self._tag_files = {}
            for line in self._files.lines(TAGS) or ():
                name, _, rest = line.partition("\t")
                path = rest.partition("\t")[0].removeprefix("./")
                if name and not name.startswith("!") and path:
                    known = self._tag_files.get(name, ())
                    self._tag_files[name] = (*known, path) if len(known) < _MAX_DEFINERS else known
        return self._tag_files

    _tag_files: dict[str, tuple[str, ...]] | None = None
