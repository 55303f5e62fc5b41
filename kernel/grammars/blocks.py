"""From classes and functions by their lines to the definitions of a file, whichever way they were found."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kernel.grammars.words import count_words
from kernel.model.facts import Definition

Span = tuple[int, int]
_DEEPEST = 60
"""Blocks inside one another that have names of their own; nobody writes as many."""


class Block(NamedTuple):
    """A ``class`` or ``function`` as written: bare name, first (decorators included) and last line, 1-based."""

    name: str
    kind: str
    first: int
    last: int


class Placed(NamedTuple):
    """A block in its place: ``block`` is its index among those given (None: the module), qualified name, lines that stand for it."""

    block: int | None
    name: str
    kind: str
    first: int
    last: int
    ranges: tuple[Span, ...]


def _never(outer: Block, inner: Block) -> bool:
    return False


def place(
    blocks: Sequence[Block], lines: Sequence[str], splits: Callable[[Block, Block], bool] = _never
) -> list[Placed]:
    """Nest blocks by their lines: the module first, then in the order of the text.

    What is inside a function belongs to it; a class, like the module, is left with what is outside of its members, and
    so is a function that gives up an inner one (``splits(outer, inner)``). A block that reaches beyond the one around it is cut there.
    """
    order = sorted(range(len(blocks)), key=lambda k: (blocks[k].first, -blocks[k].last))
    module = Placed(None, "", "module", 1, len(lines), ())
    placed, inner = [module], [list[Span]()]
    around = [0]
    for index in order:
        block = blocks[index]
        while around and placed[around[-1]].last < block.first:
            around.pop()
        if not around:
            around = [0]
        outer = placed[around[-1]]
        if len(around) > _DEEPEST:
            continue
        if outer.kind == "function" and (outer.block is None or not splits(blocks[outer.block], block)):
            continue
        name = f"{outer.name}.{block.name}" if outer.name else block.name
        last = min(block.last, outer.last)
        inner[around[-1]].append((block.first, last))
        around.append(len(placed))
        placed.append(Placed(index, name, block.kind, block.first, last, ((block.first, last),)))
        inner.append([])
    return [
        p if p.kind == "function" and not spans else p._replace(ranges=_outside((p.first, p.last), spans, lines))
        for p, spans in zip(placed, inner, strict=True)
    ]


def _outside(span: Span, inner: Sequence[Span], lines: Sequence[str]) -> tuple[Span, ...]:
    """Line ranges of ``span`` that belong to none of the inner ones and are not all blank."""
    rest, at = [], span[0]
    for first, last in inner:
        if first > at:
            rest.append((at, first - 1))
        at = max(at, last + 1)
    if at <= span[1]:
        rest.append((at, span[1]))
    return tuple(r for r in rest if any(line.strip() for line in lines[r[0] - 1 : r[1]]))


def definition(placed: Placed, lines: Sequence[str]) -> Definition:
    """The definition of a placed block: its lines and words, nothing of what it does."""
    words = count_words("\n".join("\n".join(lines[a - 1 : b]) for a, b in placed.ranges))
    # Its own name counts as if it were written three more times, as in the facts of a sound file.
    for word in count_words(placed.name):
        words[word] = words.get(word, 0) + 3
    return Definition(
        placed.name, placed.kind, placed.first, placed.last, placed.ranges,
        (), (), (), (), (), (), "", (), sum(words.values()), words,
    )  # fmt: skip
