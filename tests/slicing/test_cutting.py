"""The slice keeps its budget as printed, pins first, never shows what was dropped, and says what it left out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.model.slice import BlindSpot, Candidate, Evidence, Ranking, Slice
from kernel.model.task import Steer
from kernel.service.json_form import ranking_from_json, ranking_json
from kernel.slicing.cut import cut
from kernel.slicing.manifest import frame_tokens, prompt
from kernel.slicing.sufficiency import sufficiency
from kernel.tokens import estimate
from slicing.sample_repository import Sample

LINES = st.one_of(
    st.sampled_from(["", "    return value", "def compute_total(self, items):", "x = {'a': 1, \"b\": [2, 3]}", "    # größer als 日本語"]),
    st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=60),
    st.integers(1, 40).map(lambda n: "value_name + " * n),
)
PATHS = ("app/cart.py", "b.py", "src/a/very/long/path/to/some/module_with_words.py", "名前/фы.py", "odd\n[red].py")
NAMES = ("", "Cart", "Cart.checkout", "parse_price", "Übergröße.日本語の関数", "a_rather_long_function_name_for_a_test")


@st.composite
def nested_ranges(draw: st.DrawFn, total: int) -> list[tuple[int, int]]:
    """Definitions nest or are apart, as in real files."""
    found: list[tuple[int, int]] = []

    def split(first: int, last: int, depth: int) -> None:
        found.append((first, last))
        at = first
        while depth and at <= last and draw(st.booleans()):
            start = draw(st.integers(at, last))
            end = draw(st.integers(start, last))
            split(start, end, depth - 1)
            at = end + 1

    split(1, total, 3)
    return found


@st.composite
def rankings(draw: st.DrawFn) -> tuple[Ranking, dict[str, tuple[str, ...]]]:
    """A ranking and the files that it speaks of."""
    files: dict[str, tuple[str, ...]] = {}
    candidates: list[Candidate] = []
    for path in draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=3, unique=True)):
        lines = tuple(draw(st.lists(LINES, min_size=1, max_size=40)))
        files[path] = lines
        for number, (a, b) in enumerate(draw(nested_ranges(len(lines)))):
            holes = draw(st.booleans()) and b - a > 3
            ranges = ((a, a), (a + 2, b)) if holes else ((a, b),)
            text = "\n".join("\n".join(lines[x - 1 : y]) for x, y in ranges)
            symbol = f"{draw(st.sampled_from(NAMES))}_{number}"
            role, hop = draw(st.sampled_from([("words", -1), ("frame", 0), ("called", 1), ("called", 2)]))
            score = draw(st.floats(0.01, 3, allow_nan=False))
            evidence = (Evidence("words", score, "because"),)
            candidates.append(
                Candidate(path, symbol, "function", ranges, estimate(text), role, hop, score, evidence, ("seed", "calls it"), f"d{number}")
            )
    candidates.sort(key=lambda c: (-c.score, c.path, c.symbol))
    spots = tuple(BlindSpot(p, 3, "import_module(…) with a computed name") for p in draw(st.lists(st.sampled_from(PATHS), max_size=6)))
    reached = tuple((c.path, c.symbol) for c in candidates if c.hop >= 0)
    title = draw(st.text(max_size=80))
    ranking = Ranking("/r", "t", title, "op", 9, 3, (), tuple(candidates), draw(st.integers(0, 5)), reached, spots, ())
    return ranking, files


def steers_of(ranking: Ranking, verb: str, numbers: list[int]) -> list[Steer]:
    picked = {n % len(ranking.candidates) for n in numbers}
    return [Steer(verb, ranking.candidates[n].path, ranking.candidates[n].symbol, "", 0.0) for n in sorted(picked)]


def printed(piece: Slice, files: dict[str, tuple[str, ...]]) -> str:
    return prompt(piece, files.get)


def names(piece: Slice) -> set[tuple[str, str]]:
    return {(i.path, i.symbols[0]) for i in piece.items}


NUMBERS = st.lists(st.integers(0, 50), max_size=4)
LIMITS = st.integers(1, 6_000)


@settings(max_examples=200, deadline=None)
@given(rankings(), LIMITS, NUMBERS)
def test_the_printed_slice_keeps_its_budget(drawn: tuple[Ranking, dict[str, tuple[str, ...]]], limit: int, pins: list[int]) -> None:
    ranking, files = drawn
    piece = cut(ranking, limit, "asked for", steers_of(ranking, "pin", pins))
    assert piece.budget.used <= limit or not piece.items
    if piece.items:
        assert estimate(printed(piece, files)) <= limit


@settings(max_examples=100, deadline=None)
@given(rankings(), LIMITS, NUMBERS, NUMBERS)
def test_pins_come_first_or_are_unmet_and_drops_never_come(
    drawn: tuple[Ranking, dict[str, tuple[str, ...]]], limit: int, pins: list[int], drops: list[int]
) -> None:
    ranking, _ = drawn
    dropped = steers_of(ranking, "drop", drops)
    pinned = [s for s in steers_of(ranking, "pin", pins) if (s.path, s.symbol) not in {(d.path, d.symbol) for d in dropped}]
    piece = cut(ranking, limit, "asked for", [*pinned, *dropped])
    flags = [i.pinned for i in piece.items]
    assert flags == sorted(flags, reverse=True)
    assert not names(piece) & {(d.path, d.symbol) for d in dropped}
    for steer in pinned:
        met = (steer.path, steer.symbol) in {(i.path, i.symbols[0]) for i in piece.items if i.pinned}
        named = [u for u in piece.unmet_pins if u.startswith(f"{steer.path}::{steer.symbol}:")]
        assert met != bool(named)
    reasons = {(e.path, e.symbol): e.reason for e in piece.excluded}
    assert all(reasons[d.path, d.symbol] == "dropped by hand" for d in dropped)


@settings(max_examples=100, deadline=None)
@given(rankings(), st.none() | LIMITS)
def test_nothing_is_lost_silently(drawn: tuple[Ranking, dict[str, tuple[str, ...]]], limit: int | None) -> None:
    ranking, _ = drawn
    piece = cut(ranking, limit, "asked for")
    everything = {(c.path, c.symbol) for c in ranking.candidates}
    assert names(piece) | {(e.path, e.symbol) for e in piece.excluded} == everything
    assert piece.excluded_count == len(everything) - len(piece.items) + ranking.more
    order = [(c.path, c.symbol) for c in ranking.candidates]
    assert [(i.path, i.symbols[0]) for i in piece.items] == [n for n in order if n in names(piece)]
    assert cut(ranking, limit, "asked for") == piece


@settings(max_examples=60, deadline=None)
@given(rankings())
def test_an_overlap_is_printed_and_paid_once(drawn: tuple[Ranking, dict[str, tuple[str, ...]]]) -> None:
    ranking, files = drawn
    piece = cut(ranking, 10_000_000, "asked for")
    assert len(piece.items) == len(ranking.candidates)
    body = printed(piece, files)
    assert body.count("\n") <= sum(len(lines) for lines in files.values()) + 2 * sum(len(c.ranges) for c in ranking.candidates) + 40
    assert estimate(body) <= piece.budget.used


@settings(max_examples=60, deadline=None)
@given(rankings(), LIMITS)
def test_a_ranking_survives_the_wire(drawn: tuple[Ranking, dict[str, tuple[str, ...]]], limit: int) -> None:
    import json

    ranking, _ = drawn
    again = ranking_from_json(json.loads(json.dumps(ranking_json(ranking))))
    assert again == ranking and cut(again, limit, "x") == cut(ranking, limit, "x")


def ranking_of(*candidates: Candidate, reached: bool = True, spots: tuple[BlindSpot, ...] = ()) -> Ranking:
    from kernel.model.slice import Seed

    seeds = tuple(Seed(c.path, 1, "frame") for c in candidates if c.hop == 0)
    pairs = tuple((c.path, c.symbol) for c in candidates if c.hop >= 0) if reached else ()
    return Ranking("/r", "t", "x", "op", 1, 1, seeds, candidates, 0, pairs, spots, ())


def candidate(symbol: str, hop: int, role: str, tokens: int = 10, score: float = 1.0, first: int = 1) -> Candidate:
    return Candidate("a.py", symbol, "function", ((first, first + 4),), tokens, role, hop, score, (Evidence("words", 1, "w"),), ("w",), symbol)


SEED, NEXT, FAR = candidate("seed", 0, "frame", first=1), candidate("near", 1, "called", first=11), candidate("far", 2, "called", first=21)


def verdict(ranking: Ranking, limit: int | None = 10_000) -> str:
    return cut(ranking, limit, "asked for").sufficiency.verdict


def test_the_verdict_never_claims_more_than_the_edges() -> None:
    assert verdict(ranking_of()) == "unknown"
    assert verdict(ranking_of(SEED)) == "unknown"
    assert verdict(ranking_of(candidate("w", -1, "words"))) == "unknown"
    assert verdict(ranking_of(SEED, NEXT, FAR)) == "sufficient"
    assert verdict(ranking_of(SEED, NEXT, spots=(BlindSpot("a.py", 1, "computed"),))) == "likely"
    assert verdict(ranking_of(SEED, NEXT)._replace(notes=("only 3 files were parsed",))) == "likely"
    assert verdict(ranking_of(SEED, candidate("near", 1, "called", tokens=50_000, first=11))) != "sufficient"
    assert verdict(ranking_of(candidate("seed", 0, "frame", tokens=50_000), NEXT)) == "insufficient"


def test_what_is_reached_and_not_shown_is_an_expected_fault() -> None:
    big = candidate("near", 1, "called", tokens=50_000, first=11)
    piece = cut(ranking_of(SEED, big, FAR), 10_000, "asked for")
    assert [f.path for f in piece.expected_faults] == ["a.py::near"]
    assert "near" in prompt(piece, lambda path: ("x",) * 40)
    assert sufficiency(ranking_of(SEED, big, FAR), {}).covered == 0


def test_a_renamed_pin_is_found_by_its_content_and_a_lost_one_is_said() -> None:
    ranking = ranking_of(SEED, NEXT)
    kept = cut(ranking, 10_000, "x", [Steer("pin", "a.py", "old_name", "near", 0.0)])
    assert [i.symbols for i in kept.items if i.pinned] == [("near",)] and kept.unmet_pins == ()
    for path, digest in (("a.py", "zzz"), ("b.py", "near"), ("a.py", "")):
        lost = cut(ranking, 10_000, "x", [Steer("pin", path, "old_name", digest, 0.0)])
        assert not any(i.pinned for i in lost.items) and len(lost.unmet_pins) == 1


def test_a_dropped_file_takes_all_its_definitions_along() -> None:
    piece = cut(ranking_of(SEED, NEXT), 10_000, "x", [Steer("drop", "a.py", "", "", 0.0)])
    assert piece.items == () and {e.reason for e in piece.excluded} == {"dropped by hand"}


def test_the_frame_is_counted() -> None:
    ranking = ranking_of(SEED)
    piece = cut(ranking, 10_000, "x")
    assert piece.budget.used >= frame_tokens(ranking) + SEED.tokens


@pytest.mark.parametrize("name", ["f{}", "Cart.checkout_of_the_customer_{}", "HTTPServer2.doGET_x{}", "Übergröße.日本語の関数_{}", "Сумма.посчитать_{}"])
@pytest.mark.parametrize("body", ["    x", "}])})]}])}]})}])}]", "日本語のとても長い注釈です"])
def test_many_small_items_keep_the_budget_too(name: str, body: str) -> None:
    """Headers are most of what is printed here."""
    lines = (body,) * 40_000
    ranges = [((n, n), (n + 2, n + 3)) for n in range(30_001, 40_000, 5)]
    text = "\n".join([body] * 3)
    ranking = ranking_of(
        *(
            Candidate("a.py", name.format(n), "function", spans, estimate(text), "called", 1, 1.0, (), ("w",), str(n))
            for n, spans in enumerate(ranges)
        )
    )
    for limit in (1_500, 6_000, 20_000):
        piece = cut(ranking, limit, "asked for")
        used = estimate(prompt(piece, lambda path: lines))
        assert limit * 0.6 < used <= limit


def test_a_class_of_many_methods_pays_for_every_printed_part(sample: Sample) -> None:
    methods = "".join(f"    FIELD_{n} = {n}\n\n    def method_{n}(self):\n        return self\n\n" for n in range(400))
    sample.write({"app/wide.py": f"class WideOpen:\n    '''Holds parse_price.'''\n\n{methods}"})
    for budget in (3_000, 6_000, 20_000):
        run = sample.ck("slice", "--format", "prompt", "--budget", str(budget), "--seed", "app/wide.py::WideOpen", stdin="parse_price")
        assert estimate(run.out) <= budget
