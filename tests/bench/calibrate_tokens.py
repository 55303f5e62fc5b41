"""Fit the charges of ``kernel.tokens`` to a vocabulary and measure the error of the estimate.

    python tests/bench/calibrate_tokens.py --vocabulary o200k_base.tiktoken prose=DIR json=DIR …

The vocabulary is a ``.tiktoken`` file of o200k ranks; every ``CLASS=FOLDER`` names the text files of one class.
Documents under 200 tokens are left out. Even documents fit, odd ones measure: first the shipped charges, then (with
``--fit``) newly fitted ones, which are printed. Needs the package tiktoken.
"""

import argparse
import base64
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from kernel import tokens

# The o200k_base pre-tokenizer, as the vocabulary's publisher gives it.
_ENDS = "('s|'S|'t|'T|'re|'rE|'Re|'RE|'ve|'vE|'Ve|'VE|'m|'M|'ll|'lL|'Ll|'LL|'d|'D)?"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
PATTERN = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_ENDS}|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_ENDS}"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SHORTEST = 200


class Document(NamedTuple):
    """A text, the class that its folder was given, and its true number of tokens."""

    name: str
    text: str
    count: int


def load_encoder(vocabulary: Path) -> Callable[[str], list[int]]:
    """The encoder of a ``.tiktoken`` file."""
    import tiktoken

    lines = (line.split() for line in vocabulary.read_bytes().splitlines() if line)
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
    encoding = tiktoken.Encoding("calibration", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})
    return encoding.encode_ordinary


def read_documents(folders: list[str], encode: Callable[[str], list[int]]) -> Iterator[Document]:
    """The documents of every ``CLASS=FOLDER``, in the order of their paths."""
    for given in folders:
        name, _, folder = given.partition("=")
        for path in sorted(p for p in Path(folder).rglob("*") if p.is_file()):
            text = path.read_text(encoding="utf-8", errors="replace")
            count = len(encode(text))
            if count >= SHORTEST:
                yield Document(name, text, count)


def fit(documents: list[Document], encode: Callable[[str], list[int]]) -> dict[str, tuple[float, float]]:
    """One weighted straight line a class of pieces; every document weighs the same."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0] * 5)
    for document in documents:
        for piece, times in Counter(tokens.pieces(document.text)).items():
            for text, name, extra in tokens.parts(piece):
                true, weight = len(encode(text)), times / document.count
                terms = (1, extra, extra * extra, true, extra * true)
                sums[name] = [s + weight * t for s, t in zip(sums[name], terms, strict=True)]
    return {name: _line(*values) for name, values in sorted(sums.items())}


def _line(n: float, x: float, xx: float, y: float, xy: float) -> tuple[float, float]:
    spread = n * xx - x * x
    slope = (n * xy - x * y) / spread if spread > 1e-9 else 0.0
    return round((y - slope * x) / n, 2), round(slope, 3)


def print_table(documents: list[Document]) -> None:
    """Errors of the estimate as shares of the true count, a class a row."""
    errors: dict[str, list[float]] = defaultdict(list)
    apart: list[float] = []
    started = time.perf_counter()
    for document in documents:
        errors[document.name].append(tokens.estimate(document.text) / document.count - 1)
    seconds = time.perf_counter() - started
    for document in documents:
        whole = tokens.estimate(document.text)
        apart.append(abs(sum(tokens.estimate_lines(document.text.splitlines(keepends=True))) / whole - 1))
    print(f"{'class':18}{'n':>6}{'mean':>8}{'p95':>8}{'worst':>8}{'bias':>8}")
    for name, values in sorted(errors.items()):
        size = sorted(map(abs, values))
        row = (sum(size) / len(size), size[int(0.95 * (len(size) - 1))], size[-1], sum(values) / len(values))
        print(f"{name:18}{len(size):6}" + "".join(f"{value:8.1%}" for value in row))
    apart.sort()
    print(f"lines against whole: mean {sum(apart) / len(apart):.1%}, p95 {apart[int(0.95 * len(apart))]:.1%}")
    print(f"{sum(len(d.text.encode(errors='replace')) for d in documents) / 1e6 / seconds:.1f} MB/s")


def main() -> int:
    """Fit, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--vocabulary", type=Path, required=True)
    parser.add_argument("--fit", action="store_true", help="fit new charges and print them")
    parser.add_argument("folders", nargs="+", metavar="CLASS=FOLDER")
    options = parser.parse_args()
    encode = load_encoder(options.vocabulary)
    documents = list(read_documents(options.folders, encode))
    if options.fit:
        fitted = fit(documents[::2], encode)
        for name, values in fitted.items():
            print(f'    "{name}": {values},')
        tokens.CHARGES.update(fitted)
    print_table(documents[1::2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
