"""Names over the source texts of a small repository in any language, with the word index that slicing has."""

from kernel.model.facts import Definition
from kernel.service.sources import facts_of
from kernel.slicing.languages.all_names import AllNames
from kernel.slicing.languages.modules import Files
from kernel.slicing.postings import Postings, SourceFile, WordIndex, words_of
from kernel.slicing.roles import is_source
from slicing.sample_repository import label


class Written:
    """A repository as texts: asked what a name in a definition means."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        entries = [(SourceFile(path, 0, len(text), 0, ""), words_of(text.encode(), path)) for path, text in sorted(files.items()) if is_source(path)]
        index = WordIndex(Postings.build(entries), {}, frozenset())
        facts = {path: facts_of(path, text) for path, text in files.items() if is_source(path)}
        self.names = AllNames(Files(frozenset(files), self._lines, index.defining), facts.get)

    def _lines(self, path: str) -> tuple[str, ...] | None:
        return tuple(self.files[path].split("\n")) if path in self.files else None

    def meaning(self, place: str, dotted: str) -> str | None:
        """``path::name`` of what a dotted name means inside ``path::definition``; None where that is not known."""
        path, _, symbol = place.partition("::")
        found = self.names.resolve(path, self.names.definitions(path)[symbol], dotted)
        return label(found) if found else None

    def calls(self, place: str) -> dict[str, str | None]:
        """What each call of a definition means."""
        path, _, symbol = place.partition("::")
        return {call: self.meaning(place, call) for call in self.names.definitions(path)[symbol].calls}


def extents(path: str, text: str) -> dict[str, tuple[str, int, int]]:
    """Kind, first and last line of each definition of a text, the module's own left out."""
    return {d.name: (d.kind, d.first, d.last) for d in facts_of(path, text).definitions if d.name}


def definition(path: str, text: str, name: str) -> Definition:
    """One definition of a text."""
    return next(d for d in facts_of(path, text).definitions if d.name == name)
