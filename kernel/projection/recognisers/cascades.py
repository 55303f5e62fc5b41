"""Messages of compilers, linters and build tools: the first of a kind stay, later ones of the kind go with their places."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from kernel.projection.gates_red import NPM
from kernel.projection.recogniser import EXACT, HINT, LIKE_LINE, MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.reading.blocks import DIAGNOSTIC, NOTE, Block
from kernel.reading.patterns import lazy
from kernel.reading.templates import read_templates

_FIRST_ERRORS, _FIRST_WARNINGS, _FIRST_NOTES = 8, 2, 3
"""Of one kind of message so many are shown, in a half-full window."""

_MOST_SYMBOLS = 40

_MOST_ALONE = 8
"""Symbols with one message, where others have several, whose messages are shown."""

_LONGEST_SYMBOLS = 3_600
"""Characters of the symbols that a marker names."""

_FIRST_OWN_NOTES = 3
"""Notes below an error that lead from a library to a place of the project, which are shown wherever they stand."""

_TOOLS_OF_NOTES = frozenset(("gcc", "rustc", "webpack", "xcodebuild", "native", "tsc", "javac", "kotlinc"))
_UNDER_FILES = ("eslint", "pyright")
"""Tools that print a file's messages below its name."""

_FEW = 3
_MOST_TEXTS = 4
"""Of one kind of message so many texts, or a text for so many messages, are few: then one that stands alone is odd."""

_MANY, _FIRST_OF_MANY = 16, 3
_WITH_EXCERPTS = 6
"""Messages of a linter that are shown with their source; of later ones the message and the place stay."""

_MOST_PLACES = 12
_QUOTED = lazy(r"[`'‘\"]([^`'’\"\n]{1,80})['’\"]")
_LEADS = lazy(r".*(?:requested here|required from|instantiated from|expanded from)")
_MOST_TOLD = 40


def propose(seen: Seen) -> Iterator[Proposal]:
    """Keep errors and the first warnings of each kind; fold the rest, naming their places."""
    kinds: dict[str, list[Block]] = {}
    texts: dict[str, int] = {}
    files: dict[str, Block] = {}
    notes = leading = counted = read = 0
    for block in seen.blocks:
        if block.kind == NOTE and block.tool in _TOOLS_OF_NOTES:
            notes += 1
            leading += _leads_home(block)
            yield from _note(block, notes, _leads_home(block) and leading <= _FIRST_OWN_NOTES)
        elif block.kind == NOTE and block.tool in _UNDER_FILES:
            files[block.title] = block
        elif block.kind == DIAGNOSTIC and block.start >= read:  # two readers may know one form
            read = block.end
            notes, leading = (0, 0) if block.failing else (notes, leading)
            text = "\n".join(seen.bodies[block.start : block.end])
            if text in texts and block.key:
                yield from _again(block, texts[text])
                continue
            texts[text] = block.start
            kinds.setdefault(block.key or str(block.start), []).append(block)
            yield from _above(block)
            counted += 1
            if counted > _WITH_EXCERPTS and block.tool == "linter":
                yield Fold(block.start + 2, block.end, "excerpts", "source lines below later messages", EXACT)
    named: set[str] = set()
    for blocks in _joined(list(kinds.values())):
        shown, rest = _split(blocks, seen.pressure)
        named |= {printed.frame.path for block in shown for printed in block.frames}
        yield from _shown(shown)
        yield from _rest(blocks[0], rest)
    for path, block in files.items():
        if path not in named:
            yield Fold(block.start, block.end, "files", "nothing below them is shown", EXACT)
    told = [index for index, line in enumerate(seen.lines) if line.startswith(NPM)]
    for index in told if len(told) <= _MOST_TOLD else (*told[: _MOST_TOLD // 2], *told[-_MOST_TOLD // 2 :]):
        yield Keep(index, index + 1, SURE, "what the package manager says went wrong")


def _joined(kinds: list[list[Block]]) -> Iterator[list[Block]]:
    """The kinds, those few warnings as one that differ by what they name without quotes but share the words of a sentence."""
    small = [blocks for blocks in kinds if len(blocks) <= _FEW and not blocks[0].failing]
    templates = read_templates([blocks[0].title for blocks in small]) if len(small) > _MANY else []
    alike = [[small[at] for at in template.lines] for template in templates if len(template.lines) > _MANY // 2]
    joined = {blocks[0].start for same in alike for blocks in same}
    yield from (blocks for blocks in kinds if blocks[0].start not in joined)
    for same in alike:
        yield sorted(block for blocks in same for block in blocks)


def _above(block: Block) -> Iterator[Proposal]:
    """The chain of library places above a message, through which a template came to it."""
    vital = {index for start, end in block.vital for index in range(start, end)}
    first = next((index for index in range(block.start, block.end) if index not in vital), None)
    if first is None or not block.failing:
        return
    last = first
    while last < block.end and last not in vital:
        last += 1
    if last - first > 1:
        yield Fold(
            first,
            last,
            "places in libraries",
            "how a template came to the message; own places are shown",
            EXACT,
        )


def _leads_home(block: Block) -> bool:
    """Whether a note names the place of the project from which a library's template or macro was used."""
    return bool(block.frames) and not block.frames[0].frame.library and _LEADS.match(block.title) is not None


def _note(block: Block, number: int, leads: bool) -> Iterator[Proposal]:
    """The first notes below an error are shown; a long one, a wall of tries or of memory, only by its ends."""
    yield Keep(block.start, block.end, EXACT if leads else HINT, "a note")
    long = block.end - block.start > 12
    if long or number > _FIRST_NOTES:
        kind = block.title if long and block.title else "notes"
        ends = 1 if long else 0
        why = "notes below an error; the error and the first notes are shown"
        yield Fold(block.start + ends, block.end - ends, kind, why, EXACT, group="notes")


def _again(block: Block, first: int) -> Iterator[Proposal]:
    yield Fold(
        block.start,
        block.end,
        f"messages {LIKE_LINE}{first + 1}",
        "the same message at the same place",
        EXACT,
    )


def _split(blocks: Sequence[Block], pressure: float) -> tuple[list[Block], list[Block]]:
    """Which messages of a kind are shown, and which go."""
    first = _FIRST_ERRORS if len(blocks) <= _MANY else _FIRST_OF_MANY
    most = max(1, round((first if blocks[0].failing else _FIRST_WARNINGS) * (1.5 - pressure)))
    if len(blocks) <= most + _FEW:
        return list(blocks), []
    rare = _rare(blocks)
    shown = [block for n, block in enumerate(blocks) if n < most or n == len(blocks) - 1 or n in rare]
    return shown, [block for n, block in enumerate(blocks) if most <= n < len(blocks) - 1 and n not in rare]


def _rare(blocks: Sequence[Block]) -> set[int]:
    """Which messages stand alone where the others of the kind repeat a few; of a linker the first about each symbol."""
    numbers: dict[str, list[int]] = {}
    for number, block in enumerate(blocks):
        numbers.setdefault(block.title, []).append(number)
    if blocks[0].tool == "ld" and len(numbers) <= _MOST_SYMBOLS:
        return {same[0] for same in numbers.values()}
    alone = {same[0] for same in numbers.values() if len(same) == 1}
    if blocks[0].tool == "ld":
        return alone if len(alone) <= _MOST_ALONE else set()
    if len(numbers) > max(_MOST_TEXTS, len(blocks) // _MOST_TEXTS):
        return set()
    return alone


def _shown(blocks: Sequence[Block]) -> Iterator[Proposal]:
    for block in blocks:
        yield Keep(block.start, block.end, SURE, "a message")
        for start, end in block.vital:
            end = min(end, start + 2) if block.tool == "linter" else end
            yield Keep(start, end, MUST if block.failing else SURE, "what is wrong, and where")


def _rest(first: Block, rest: Sequence[Block]) -> Iterator[Proposal]:
    note = _Symbols(rest) if first.tool == "ld" else _Places(rest)
    title = _QUOTED.sub("…", first.title) if first.tool == "ld" else first.title
    kind = f"more {'errors' if first.failing else 'warnings'} of the kind “{_short(title)}”"
    why = "further messages of one kind; the first ones and the last are shown, the marker names the places"
    for block in rest:
        yield Fold(block.start, block.end, kind, why, EXACT, note=note)


def _short(title: str) -> str:
    return title if len(title) <= 60 else title[:59] + "…"


def _place(block: Block) -> tuple[str, int]:
    """File and line of a message; of one without a line what it quotes (the symbol that a linker misses)."""
    frame = block.frames[0].frame if block.frames else None
    if frame is not None and frame.line is not None:
        return frame.path, frame.line
    quoted = _QUOTED.search(block.title)
    return (quoted[1], 0) if quoted is not None else (frame.path if frame is not None else "", 0)


class _Symbols:
    """Names the symbols of a linker's messages that went, each once and how often."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._said = {block.start: _symbol(block) for block in blocks}

    def __call__(self, gone: Sequence[int]) -> str:
        counts = Counter(self._said[index] for index in gone if index in self._said)
        told = [f"{symbol} ×{times}" if times > 1 else symbol for symbol, times in counts.items()]
        fitting = sum(1 for length in accumulate(len(one) + 2 for one in told) if length <= _LONGEST_SYMBOLS)
        more = [f"{len(told) - fitting} more symbols"] if fitting < len(told) else []
        return ", ".join([*told[:fitting], *more])


def _symbol(block: Block) -> str:
    """What a linker's message is about: all that its title quotes."""
    return block.title.partition("`")[2].removesuffix("'") or block.title


class _Places:
    """Names files and lines of the messages that went."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._said = {index: _place(block) for block in blocks for index in range(block.start, block.end)}

    def __call__(self, gone: Sequence[int]) -> str:
        lines: dict[str, list[int]] = {}
        for index in gone:
            path, line = self._said.get(index, ("", 0))
            numbers = lines.setdefault(path, []) if path else []
            if line and line not in numbers:
                numbers.append(line)
        named = [
            (f"{path}:{','.join(map(str, numbers[:6]))}" if numbers else path)
            + ("…" if len(numbers) > 6 else "")
            for path, numbers in lines.items()
        ]
        more = f" and {len(named) - _MOST_PLACES} more" if len(named) > _MOST_PLACES else ""
        return " ".join(named[:_MOST_PLACES]) + more
