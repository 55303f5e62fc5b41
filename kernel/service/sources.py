"""The repository as slicing sees it, with everything that was computed before taken from the cache."""

import hashlib
import sys

from kernel.grammars.facts_form import pack_facts, unpack_facts
from kernel.grammars.languages import language_of
from kernel.grammars.line_scan import scanned_facts
from kernel.grammars.python_facts import FACTS_VERSION, python_facts
from kernel.grammars.python_fallback import fallback_facts
from kernel.grammars.tree_facts import GRAMMAR_FACTS_VERSION, grammar_facts, whole_file
from kernel.model.facts import Definition, FileFacts
from kernel.service.aside import Aside
from kernel.service.kernel import Kernel
from kernel.service.prices import Prices, price_key
from kernel.slicing.listing import FileEntry, Lister, Listing, read_file
from kernel.slicing.postings import Postings, SourceFile, WordIndex, words_of
from kernel.slicing.roles import is_product, is_python, is_source
from kernel.slicing.sources import Progress, Shown, Sources, shown_text

# Larger files are data or generated; they are listed and said, not read.
MAX_SOURCE_BYTES = 2_000_000
# More changed files than this, and the snapshot is made anew.
_MAX_FRESH = 200
# From this many files to parse a second process pays for itself.
_WORTH_A_PROCESS = 30
_PYTHON = f"{sys.implementation.cache_tag}"


class Counters:
    """What was really done: files read, files parsed, facts taken from the cache."""

    __slots__ = ("cached", "parsed", "read")

    def __init__(self) -> None:
        self.read = self.parsed = self.cached = 0


class OpenedSources:
    """Builds ``Sources`` for one slice and keeps what it read; ``save`` stores new facts at once at the end."""

    def __init__(self, kernel: Kernel, progress: Progress, max_parsed: int | None = None) -> None:
        self.counters = Counters()
        self._kernel = kernel
        self._root = kernel.repository.root
        self._lister = Lister(self._root, kernel.repository.git)
        self._progress = progress
        self._max_parsed = kernel.settings.slice_max_parsed if max_parsed is None else max_parsed
        self._bytes: dict[str, bytes | None] = {}
        self._lines: dict[str, tuple[str, ...] | None] = {}
        self._facts: dict[str, FileFacts | None] = {}
        self._digests: dict[str, str] = {}
        self._prices = Prices()
        self._new: dict[str, bytes] = {}
        self._parsable: frozenset[str] = frozenset()
        self._notes: list[str] = []

    def open(self) -> Sources:
        """List, index (from the cache where nothing changed), and give the providers."""
        self._progress("listing", 0, 0)
        known = self._known_index()
        listing = self._lister.files(is_source)
        readable = [f for f in listing.files if f.size <= MAX_SOURCE_BYTES]
        source = [f for f in readable if is_product(f.path)] or readable
        self._parsable = frozenset(f.path for f in readable)
        self._notes += [*listing.notes, *_too_large(listing)]
        words = self._word_index(source, known)
        return Sources(
            root=self._root,
            paths=listing.paths,
            indexed=len(source),
            sizes={f.path: f.size for f in source},
            words=words,
            facts=self.facts,
            load=self.load,
            shown=self.shown,
            lines=self.lines,
            notes=tuple(self._notes),
        )

    def is_indexed(self) -> bool:
        """Whether a word index of this worktree is in the cache: ``open`` then reads only what changed since."""
        return bool(self._kernel.cache.get_many([self._index_key()]))


    # -- words -----------------------------------------------------------------------------------------------

    def _known_index(self) -> Postings | None:
        key = self._index_key()
        blob = self._kernel.cache.get_many([key]).get(key)
        return Postings.unpack(blob) if blob else None

    def _word_index(self, source: list[FileEntry], known: Postings | None) -> WordIndex:
        if known is not None:
            updated = self._update(known, source)
            if updated is not None:
                return updated
        entries = []
        for number, entry in enumerate(source):
            if number % 250 == 0:
                self._progress("reading", number, len(source))
            data = self._read(entry.path)
            entries.append((SourceFile(*entry, _digest(data)), words_of(data, entry.path)))
        postings = Postings.build(entries)
        self._new[self._index_key()] = postings.pack()
        self._digests = {f.path: f.digest for f in postings.files}
        return WordIndex(postings, {}, frozenset())

    def _index_key(self) -> str:
        return f"postings:{hashlib.sha256(self._root.encode('utf-8', 'surrogateescape')).hexdigest()}"

    def _update(self, known: Postings, source: list[FileEntry]) -> WordIndex | None:
        """The snapshot with what changed since; None where too much did."""
        now = {f.path: f for f in source}
        same = {f.path for f in known.files if f.path in now and now[f.path] == f[:4]}
        fresh = [f.path for f in source if f.path not in same]
        if len(fresh) > _MAX_FRESH:
            return None
        gone = frozenset(k for k, f in enumerate(known.files) if f.path not in same)
        self._digests = {f.path: f.digest for f in known.files if f.path in same}
        words = {}
        for path in fresh:
            data = self._read(path)
            self._digests[path] = _digest(data)
            words[path] = words_of(data, path)
        return WordIndex(known, words, gone)

    def _read(self, path: str) -> bytes:
        if path not in self._bytes:
            self.counters.read += 1
            self._bytes[path] = read_file(self._root, path, MAX_SOURCE_BYTES)
        return self._bytes[path] or b""

    # -- providers -------------------------------------------------------------------------------------------

    def load(self, paths: list[str]) -> None:
        """Take the facts of many files from the cache with one question."""
        # Files of the same content share a key.
        keys: dict[str, list[str]] = {}
        for path in dict.fromkeys(p for p in paths if p in self._parsable and p not in self._facts):
            keys.setdefault(self._key(path), []).append(path)
        known = self._kernel.cache.get_many([*keys, *map(price_key, keys)])
        for key, same in keys.items():
            facts = unpack_facts(known[key]) if key in known else None
            for path in same if facts is not None else ():
                self.counters.cached += 1
                self._facts[path] = facts
                self._prices.load(path, known.get(price_key(key)))
        missing = [p for p in paths if p in self._parsable and p not in self._facts]
        if len(missing) >= _WORTH_A_PROCESS:
            missing = self._parse_with_help(missing)
        for number, path in enumerate(missing):
            if number % 20 == 0:
                self._progress("parsing", number, len(missing))
            self._facts[path] = self._parse(path)

    def _parse_with_help(self, missing: list[str]) -> list[str]:
        """Parse every other file in a second process meanwhile; return what is left to do."""
        shared = missing[: max(0, self._max_parsed - self.counters.parsed)]
        ours, theirs = shared[0::2], shared[1::2]
        with Aside(theirs, lambda path: pack_facts(facts_of(path, _decode(self._read(path))))) as helper:
            for number, path in enumerate(ours):
                if number % 20 == 0:
                    self._progress("parsing", 2 * number, len(missing))
                self._facts[path] = self._parse(path)
            for path, blob in zip(theirs, helper.results(), strict=False):
                facts = unpack_facts(blob)
                if facts is not None:
                    self.counters.parsed += 1
                    self._facts[path] = facts
                    self._new[self._key(path)] = blob
        return [p for p in missing if p not in self._facts]

    def facts(self, path: str) -> FileFacts | None:
        """Facts of a source file, each file parsed at most once; None for what is not indexed or over the cap."""
        if path not in self._facts and path in self._parsable:
            self._facts[path] = self._cached(path) or self._parse(path)
        return self._facts.get(path)

    def _cached(self, path: str) -> FileFacts | None:
        blob = self._kernel.cache.get_many([self._key(path)]).get(self._key(path))
        facts = unpack_facts(blob) if blob else None
        self.counters.cached += facts is not None
        return facts

    def _parse(self, path: str) -> FileFacts | None:
        if self.counters.parsed >= self._max_parsed:
            note = f"only {self.counters.parsed} files were parsed (slice_max_parsed)"
            if note not in self._notes:
                self._notes.append(note)
            return None
        self.counters.parsed += 1
        facts = facts_of(path, _decode(self._read(path)))
        self._new[self._key(path)] = pack_facts(facts)
        return facts

    def _key(self, path: str) -> str:
        if path not in self._digests:
            self._digests[path] = _digest(self._read(path))
        if is_python(path):
            return f"{FACTS_VERSION}:{_PYTHON}:{self._digests[path]}"
        # One content is read by the grammar of its ending.
        ending = path[path.rfind(".") :]
        return f"{GRAMMAR_FACTS_VERSION}:{_PYTHON}:{ending}:{self._digests[path]}"

    def shown(self, path: str, definition: Definition) -> Shown:
        """Price and content hash of a definition, worked out once for a content."""
        return self._prices.of(path, definition, lambda: shown_text(self.lines(path) or (), definition.ranges))

    def lines(self, path: str) -> tuple[str, ...] | None:
        """Lines of a listed file as the parser counts them; None for what is gone, binary or too large."""
        if path not in self._lines:
            data = self._bytes.get(path) or read_file(self._root, path, MAX_SOURCE_BYTES)
            is_text = data is not None and b"\0" not in data[:8000]
            self._lines[path] = tuple(_decode(data).split("\n")) if data is not None and is_text else None
        return self._lines[path]

    def notes(self) -> tuple[str, ...]:
        """What was left out so far (caps that were hit)."""
        return tuple(self._notes)

    def save(self) -> None:
        """Store what is new; a cache that cannot be written is no error."""
        fresh = {price_key(self._key(path)): blob for path, blob in self._prices.fresh()}
        self._kernel.cache.put_many({**self._new, **fresh})
        self._new = {}


def facts_of(path: str, text: str) -> FileFacts:
    """Facts of a source text with plain line ends, whatever state it is in; the path tells the language."""
    if is_python(path):
        return python_facts(text) or fallback_facts(text)
    found = language_of(path)
    return grammar_facts(path, text) or (scanned_facts(found.name, text) if found else whole_file(text))


def _decode(data: bytes) -> str:
    """Text of a source file with plain line ends; undecodable bytes become U+FFFD."""
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _too_large(listing: Listing) -> list[str]:
    large = [f.path for f in listing.files if is_source(f.path) and f.size > MAX_SOURCE_BYTES]
    more = f" and {len(large) - 1} more" if len(large) > 1 else ""
    return [f"not read, over {MAX_SOURCE_BYTES // 1_000_000} MB: {large[0]}{more}"] if large else []
