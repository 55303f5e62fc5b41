"""How proposals are fused: the stronger wins, a keep wins a tie, neighbours share a marker that counts what it hides."""

from collections.abc import Sequence

from kernel.model.plan import FOLD
from kernel.projection.recogniser import EXACT, HINT, MUST, SURE, Clip, Fold, Keep, Proposal
from kernel.projection.spans import fold_spans, partition
from kernel.projection.votes import Votes, absorb_blanks
from kernel.tokens import estimate

LINES = [f"line {n} of a text that is long enough to be worth its marker, {'x' * 40}" for n in range(40)]


def fused(proposals: Sequence[Proposal], lines: Sequence[str] = LINES) -> list[tuple[int, int, str]]:
    votes = Votes(len(lines))
    votes.add("rule", proposals)
    gone = votes.gone()
    absorb_blanks(gone, lines, votes)
    return [(span.start, span.end, span.kind) for span in fold_spans(gone, lines, votes, estimate)]


def fold(start: int, end: int, strength: int = SURE, kind: str = "steps", **more: object) -> Fold:
    return Fold(start, end, kind, "they say nothing", strength, **more)  # type: ignore[arg-type]


def test_a_fold_without_objection_is_made() -> None:
    assert fused([fold(1, 30)]) == [(2, 30, "steps")]


def test_the_stronger_wins_and_a_keep_wins_a_tie() -> None:
    assert fused([fold(0, 40, SURE), Keep(10, 11, HINT)]) == [(1, 40, "steps")]
    assert fused([fold(0, 40, SURE), Keep(10, 11, SURE)]) == [(1, 10, "steps"), (12, 40, "steps")]
    assert fused([fold(0, 40, EXACT), Keep(10, 11, SURE)]) == [(1, 40, "steps")]
    assert fused([fold(0, 40, EXACT), Keep(10, 11, MUST)]) == [(1, 10, "steps"), (12, 40, "steps")]


def test_order_does_not_matter_for_strength() -> None:
    proposals: list[Proposal] = [fold(0, 40, HINT, "weak"), Keep(5, 9, MUST), fold(0, 40, EXACT, "strong")]
    assert fused(proposals) == fused(proposals[::-1])


def test_neighbours_of_two_kinds_share_a_marker_that_counts_both() -> None:
    assert fused([fold(0, 10, kind="steps"), fold(10, 30, kind="tests")]) == [(1, 30, "20 tests; 10 steps")]


def test_a_note_speaks_of_what_really_went() -> None:
    def count(gone: Sequence[int]) -> str:
        return f"{len(gone)} of them"

    found = fused([fold(0, 40, note=count), Keep(20, 21, MUST)])
    assert [kind for _, _, kind in found] == ["steps: 20 of them", "steps: 19 of them"]


def test_a_note_stays_one_line_and_opens_no_marker() -> None:
    [(_, _, kind)] = fused([fold(0, 40, note=lambda gone: "a\nb]\x00[ck: 3")])
    assert "\n" not in kind and "]" not in kind and "[" not in kind


def test_blank_lines_between_folds_go_with_them() -> None:
    lines = [*LINES[:10], "", "", *LINES[10:20]]
    assert fused([fold(0, 10), fold(12, 22)], lines) == [(1, 22, "steps")]
    assert fused([fold(0, 10), Keep(10, 11, MUST), fold(12, 22)], lines) == [
        (1, 10, "steps"),
        (12, 22, "steps"),
    ]


def test_a_fold_that_costs_as_much_as_its_marker_is_not_made() -> None:
    assert fused([fold(0, 3)], ["ok", "ok", "ok"]) == []


def test_proposals_outside_of_the_text_are_cut() -> None:
    assert fused([fold(-5, 900), Keep(-3, 0, MUST), Keep(40, 90, MUST), Clip(99, (), "x", "y")]) == [
        (1, 40, "steps")
    ]


def test_a_clipped_line_shows_its_ranges_and_says_what_is_hidden() -> None:
    votes = Votes(1)
    line = "a" * 500 + "MIDDLE" + "b" * 500
    votes.add("long", [Clip(0, ((0, 10), (500, 506)), "a long line", "its ends tell what it is")])
    [span] = fold_spans(votes.gone(), [line], votes, estimate)
    assert span.action == FOLD and span.text == "aaaaaaaaaa … MIDDLE …"
    assert span.kind == "990 characters, a long line"


def test_tokens_of_the_parts_add_up_to_the_whole() -> None:
    votes = Votes(len(LINES))
    votes.add("rule", [fold(2, 9), fold(20, 31)])
    spans = partition(LINES, LINES, fold_spans(votes.gone(), LINES, votes, estimate), 1000, estimate)
    assert abs(sum(span.tokens for span in spans) - 1000) <= 2
