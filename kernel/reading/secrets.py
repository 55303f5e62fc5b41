"""Values of well-known secret shapes, masked inside their lines.

Whatever is masked, the number of lines stays, so that line numbers of a masked text hold for the text that it came from.
"""

from __future__ import annotations

from _bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from kernel.model.named import NamedTuple
from kernel.model.parts import LONG, parts_of
from kernel.reading.decoded import may_hide, reveal, views
from kernel.reading.patterns import lazy
from kernel.reading.secret_shapes import Rule, rules
from kernel.reading.terminal import screen_line
from kernel.reading.vocabulary import as_shape

MASK = "[masked]"

_LINE_END = lazy(r"\n|\\(?<!\\\\)\\*+n")
_WORD = lazy(r"(?:-?[0-9A-Za-z_])*+")
_LONG_WORD = lazy(r"[0-9a-z_.\-]{16,}")
_HEX = "2abcdef"
"""Shapes of hashes: no issued value is hexadecimal from its start."""

_PASSES = 4
"""What is masked may uncover more; not looked for in lines longer than ``_LONG_LINE`` characters."""

_LONG_LINE = 50_000

_BEGIN = lazy(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = lazy(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_INLINE_BODY = lazy(r"[0-9A-Za-z+/=]{16,}")
_KEY_PART = lazy(r"[\s>#*|\"'+\-]{0,12}(?:\d{1,6}[\t:|\-] ?)?([0-9A-Za-z+/=]+)")
_KEY_REST = lazy(r"[\s\"'\\n,+;]{0,8}")
_KEY_WIDTH = 40
"""Characters of a line of a key; its last line may be shorter."""
_KEY_HEADER = lazy(r"\s*(?:[A-Za-z\-]{1,30}: .*)?")
# What an assignment holds in code and help texts: a type, a placeholder, an attribute. Not a value.
_NO_VALUE = lazy(
    r"(?i:\[masked\]|string|optional|undefined|required|\*+|\.{3,}|x{3,}|bearer|basic|<.*|\$.*|%.*|\{.*|[A-Za-z_]+\d{0,3}(?:\.[A-Za-z_]+\d{0,3})+)",
)


class _Key(NamedTuple):
    """A private key block that began: what stood before and after the beginning in its line, as shapes."""

    before: str
    after: str

    def body(self, line: str) -> tuple[int, int] | None:
        """Where a line of the block holds a part of the key: behind what stands before each line of a log, say."""
        start = len(self.before) if as_shape(line[: len(self.before)]) == self.before else 0
        body = _KEY_PART.match(line, start)
        if body is None:
            return None
        rest = as_shape(line[body.end() :])
        return body.span(1) if len(body[1]) >= _KEY_WIDTH or rest == self.after or _KEY_REST.fullmatch(rest) else None


def mask(text: str) -> tuple[str, int]:
    """Mask secrets in a text; returns it with the same number of lines, and how many values were masked.

    What counts is what a text says once it is shown or decoded: secrets with terminal escapes inside, in JSON's and other
    programs' escapes, in percent codes and entities are found too, also where these stand inside of one another. Masking a
    masked text changes nothing. Linear time; a very long text is read in parts.
    """
    if len(text) <= LONG:
        masked, total, _ = _masked(text, None)
        return masked, total
    total, done, key = 0, [], None
    for part in parts_of(text):
        bare = part.removesuffix("\n")
        masked, hits, key = _masked(bare, key)
        done.append(masked + part[len(bare) :])
        total += hits
    return ("".join(done) if total else text), total


def _masked(text: str, key: _Key | None) -> tuple[str, int, _Key | None]:
    """Mask a text that goes on with the private key block ``key``; the text, how many values, and the block that is open at its end."""
    lines = text.split("\n")
    shapes = as_shape(text).split("\n")
    once = list(dict.fromkeys(shapes))
    revealed = _revealed(lines, shapes, once)
    looked_at = [*once, *dict.fromkeys(revealed.values())]
    lower = _lower("\n".join(looked_at))
    # What backspaces draw shows only line by line.
    wanted = _wanted(lower) if "\x08" not in text else rules()
    if not wanted and "-----begin " not in lower and key is None:
        return text, 0, None
    signs = {needle for rule in wanted for needle in rule.needles} | {"-----begin ", "\x08"}
    suspicious = {looked_at[number] for number in _with_any(lower, _starts(looked_at), signs)}
    total = 0
    for index, shape in enumerate(shapes):
        if key is not None:
            masked, key = _mask_key_line(lines[index], key)
            if masked is not None:
                lines[index], hits = masked
                total += hits
            if key is not None:
                continue
        if shape in suspicious or revealed.get(index) in suspicious:
            key = _key_start(lines[index])
            lines[index], hits = _mask_line(lines[index], wanted)
            total += hits
    return ("\n".join(lines) if total else text), total, key


def _wanted(lower: str) -> tuple[Rule, ...]:
    """The rules that a text (lower-case shapes) may need, with the needles that are in it; issued values are long words."""
    words = "\n".join(word for word in dict.fromkeys(_LONG_WORD.findall(lower)) if word.strip(_HEX))
    chosen = []
    for rule in rules():
        place = words if rule.issued else lower
        needles = tuple(needle for needle in rule.needles if needle in place)
        if needles:
            chosen.append(rule._replace(needles=needles))
    return tuple(chosen)


def _revealed(lines: Sequence[str], shapes: Sequence[str], once: Iterable[str]) -> dict[int, str]:
    """The shapes of those lines, decoded, whose codes may hide letters."""
    coded = {shape for shape in once if may_hide(shape)}
    if not coded:
        return {}
    chosen = [index for index, shape in enumerate(shapes) if shape in coded]
    shown = as_shape(reveal("\n".join(lines[index] for index in chosen)))
    return dict(zip(chosen, shown.split("\n"), strict=True))


def _lower(text: str) -> str:
    """The text in lower case, no longer than it is: one letter becomes two."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text.replace("\u0130", "i").lower()


def _starts(pieces: Iterable[str]) -> list[int]:
    """Where each piece starts once all are joined by a character."""
    starts, at = [], 0
    for piece in pieces:
        starts.append(at)
        at += len(piece) + 1
    return starts


def _with_any(text: str, starts: Sequence[int], needles: Iterable[str]) -> list[int]:
    """Which of a text's pieces (they start at ``starts``) hold one of the needles."""
    found: set[int] = set()
    for needle in needles:
        at = text.find(needle)
        while at >= 0:
            piece = bisect_right(starts, at) - 1
            found.add(piece)
            at = text.find(needle, starts[piece + 1]) if piece + 1 < len(starts) else -1
    return sorted(found)


def _mask_line(line: str, wanted: Sequence[Rule]) -> tuple[str, int]:
    total = 0
    for _ in range(_PASSES):
        line, count = _mask_once(line, wanted)
        total += count
        if not count or len(line) > _LONG_LINE:
            break
    return line, total


def _mask_once(line: str, wanted: Sequence[Rule]) -> tuple[str, int]:
    known: set[str] = set()
    spans = [*_values(line, wanted, known), *_keys(line)]
    for text, way in views(line):
        for start, end in (*_values(text, wanted, known), *_keys(text)):
            for view in way:
                start, end = view.origin(start, end)
            spans.append((start, end))
    if not spans and "\x08" in line:
        screen = screen_line(line)
        spans = list(_values(screen, wanted, known))
        line = screen if spans else line
    return _cut(line, spans)


def _cut(line: str, spans: list[tuple[int, int]]) -> tuple[str, int]:
    """The line with a mask for each span, those that overlap or touch joined; and how many masks."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if parts and start <= at:
            at = max(at, end)
            continue
        parts += (line[at:start], MASK)
        at = end
    return ("".join(parts) + line[at:], len(parts) // 2) if parts else (line, 0)


def _values(text: str, wanted: Sequence[Rule], known: set[str]) -> Iterator[tuple[int, int]]:
    """Where secrets stand in a text, each of its lines (whose ends may be written as codes) looked at by itself, and once."""
    lower = _lower(as_shape(text))
    ends = [match.span() for match in _LINE_END.finditer(text)] if "\\" in text or "\n" in text else []
    starts, stops = [0, *(after for _, after in ends)], [*(end for end, _ in ends), len(text)]
    for number in _with_any(lower, starts, {needle for rule in wanted for needle in rule.needles}):
        at, stop = starts[number], stops[number]
        line = text[at:stop]
        if line not in known:
            known.add(line)
            for rule in wanted:
                if any(lower.find(needle, at, stop) >= 0 for needle in rule.needles):
                    for start, end in _matches(rule, line):
                        yield at + start, at + end


def _matches(rule: Rule, line: str) -> Iterator[tuple[int, int]]:
    for match in rule.pattern.finditer(line):
        group = match.lastindex or 0
        if not rule.issued and _NO_VALUE.fullmatch(match[group]):
            continue
        if match.lastgroup == "bare" and _is_code(line, match[group], match.start(group)):
            continue
        start, end = match.span(group)
        # What follows directly would look like a value by itself once this one is masked.
        yield start, _WORD.match(line, end).end() if rule.issued else end  # type: ignore[union-attr]


def _keys(text: str) -> Iterator[tuple[int, int]]:
    """Where private keys stand that begin in a text, up to their end or the text's."""
    begin = _BEGIN.search(text) if "-----BEGIN " in text else None
    while begin is not None:
        end = _END.search(text, begin.end())
        stop = end.start() if end else len(text)
        if _INLINE_BODY.search(text, begin.end(), stop):
            yield begin.end(), stop
        begin = _BEGIN.search(text, end.end()) if end else None


def _key_start(line: str) -> _Key | None:
    """What a line tells of the block whose first line it is; None where none begins, or it ends here."""
    shown = _shown(line)
    opened = shown.rfind("-----BEGIN ")
    begin = _BEGIN.match(shown, opened) if opened >= 0 else None
    if begin is None or _END.search(shown, begin.end()):
        return None
    return _Key(as_shape(shown[:opened]), as_shape(shown[begin.end() :]))


def _mask_key_line(line: str, key: _Key) -> tuple[tuple[str, int] | None, _Key | None]:
    """A line inside of a private key block, masked, and the block as long as it goes on; None where it had ended without a word."""
    shown = _shown(line)
    end = _END.search(shown)
    if end is not None:
        body = _INLINE_BODY.search(shown, 0, end.start())
        return (_cut(shown, [(body.start(), end.start())]) if body else (line, 0)), None
    part = key.body(shown)
    if part is not None:
        return _cut(shown, [part]), key
    if _KEY_HEADER.fullmatch(shown[len(key.before) :]) or _KEY_HEADER.fullmatch(shown) or MASK in shown:
        return (line, 0), key
    return None, None


def _shown(line: str) -> str:
    return screen_line(line) if "\x1b" in line or "\x08" in line else line


def _is_code(line: str, value: str, start: int) -> bool:
    """Whether an unquoted value is a variable: ``token = old_token`` in a program, unlike ``TOKEN=word``."""
    return line[:start].endswith(" ") and value.isidentifier() and not any(c.isdigit() for c in value)
