"""The words of a symptom, each weighted by where it stands."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from kernel.grammars.words import count_words
from kernel.model.symptom import Symptom
from kernel.slicing.weights import Weights

# Words that say nothing about a Python project: keywords, and what test runners print around every failure.
COMMON = frozenset(
    "and for with not from import self cls def return none true false assert class raise except try finally pass "
    "the are was has had its but use get got more diff full line file int str this that than then "
    "test tests pytest python traceback most recent call last error failed failure failures passed short summary info "
    "session starts items collected platform linux rootdir plugins".split()
)
# A word that is repeated often is not so much more telling than one that is repeated three times.
REPEATS = 3
# The longest report of the real fixes has about 600 words; ten times as many words cost ten times as much.
MOST_WORDS = 800

_RULE = re.compile(r"^[=_-]{3,}")
_CHATTER = re.compile(
    r"^(platform |rootdir|configfile|plugins|collected |collecting|cachedir|testpaths|asyncio: |[=-]{3,} .*[=-]{3,}$|"
    r"(?:FAIL|ok)\s+\S+\s+(?:\(cached\)|[\d.]+s)|=== (?:RUN|PAUSE|CONT|NAME)|"
    r"stack backtrace:$|note: (?:run with `RUST_BACKTRACE|Some details are omitted)|warning: .{0,200} generated \d+ warnings?|error: test failed, to rerun|"
    r"TAP version \d|[#ℹ] (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d|\s*(?:Test Files|Tests|Start at|Duration|Snapshots|Test Suites|Time):? {2,}\S|"
    r"Traceback \(most recent|\S+\.py [.FEsx]+\s|\s*\^+\s*$)"
)
_CAPTURED = re.compile(r"^-{3,} ?Captured ")

# Where a machine keeps its files says nothing about the fault; files of the repository are seeds by themselves.
_ABSOLUTE = re.compile(r"(?<![\w.~])~?(?:/[\w.+@~%-]+){2,}")


def query_words(
    symptom: Symptom,
    tests: Sequence[tuple[Mapping[str, int], float]] = (),
    weights: Weights = Weights(),  # noqa: B008  (an immutable value)
) -> dict[str, float]:
    """Lower-cased word → weighted count, without common words.

    Args:
        symptom: Its text, each line by what it is.
        tests: Word counts of failing tests that the text names and does not quote, with what a word of them counts.
        weights: Those of lines and tests.
    """
    total: dict[str, float] = {}
    captured: set[str] = set()
    quiet = frozenset(symptom.quiet)
    told = "\n".join(line for line in symptom.text.split("\n") if line not in quiet) if quiet else symptom.text
    for text, weight in _weighted_lines(_ABSOLUTE.sub(" ", told), weights):
        found = count_words(text)
        if not weight:
            captured.update(found)
            continue
        for word, n in found.items():
            if word not in COMMON:
                total[word] = total.get(word, 0.0) + weight * n
    for words, weight in tests:
        for word, n in words.items():
            if word not in COMMON:
                total[word] = total.get(word, 0.0) + weight * n
    # That captured output repeats a word tells nothing more.
    for word in sorted(captured - COMMON):
        total[word] = total.get(word, 0.0) + weights.captured
    return total


def telling(query: dict[str, float], occurs: Callable[[str], int]) -> dict[str, float]:
    """The query without what cannot tell: of a very long text only the heaviest words, and of those the rarest that occur.

    ``occurs`` counts the files that hold a word. A usual symptom has fewer words than the limit and stays as it is.
    """
    if len(query) <= MOST_WORDS:
        return query
    heavy = sorted(query, key=lambda w: (-query[w], -len(w), w))[: 10 * MOST_WORDS]
    found = [(occurs(word), word) for word in heavy]
    rare = sorted((n, word) for n, word in found if n)[:MOST_WORDS]
    return {word: query[word] for _, word in rare}


def _weighted_lines(text: str, weights: Weights) -> Iterator[tuple[str, float]]:
    """Lines with the weight of their words; 0 for captured output, whose words count once."""
    captured = False
    for line in text.splitlines():
        if _RULE.match(line):
            captured = bool(_CAPTURED.match(line))
        if _CHATTER.match(line):
            continue
        if line.startswith("E  "):
            yield line[1:], weights.said
        else:
            yield line, 0.0 if captured else 1.0
