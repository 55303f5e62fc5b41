"""The text of a charter, its citations, and what becomes of an anchor."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.charter import anchors
from kernel.charter.parse import citations_of, key_of, parse
from kernel.model.charter import Citation

FILE = [
    "import os",
    "",
    "def pay():",
    "    token = take()",
    "    return token",
    "",
    "def x():",
    "    return 1",
    "def y():",
    "    return 1",
]


def places(text: str) -> list[tuple[str, int, int | None]]:
    return [key_of(citation) for citation in citations_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a.py:88)", [("a.py", 88, None)]),
        ("(src/a.py:3-9)", [("src/a.py", 3, 9)]),
        ("(a.py:1, b/c.ts:2; d.go:3-4)", [("a.py", 1, None), ("b/c.ts", 2, None), ("d.go", 3, 4)]),
        ("see a.py:7.", [("a.py", 7, None)]),
        ("a.py:7", [("a.py", 7, None)]),
        ("`a.py:7-8` and `b.py:1`", [("a.py", 7, 8), ("b.py", 1, None)]),
        ("`my folder/[id].tsx:7`", [("my folder/[id].tsx", 7, None)]),
        ("Makefile:3 and bin/run:4", [("Makefile", 3, None), ("bin/run", 4, None)]),
        ("at 12:30, ratio 3:4, http://host:80/x, std::vector, key:5", []),
        ("(a.py:88:12)", []),
        ("a.py: 5", []),
    ],
)
def test_citations(text: str, expected: list[tuple[str, int, int | None]]) -> None:
    assert places(text) == expected


def test_reads_question_kinds_and_continued_constraints() -> None:
    charter = parse(
        "Q: mend the checkout\n\n1. [contract] names stay\n   (a.py:1)\n2) [behavior] pay first (b.py:2)\n\nnotes c.py:3\n"
    )
    assert charter.question == "mend the checkout"
    assert [(c.number, c.kind, c.text) for c in charter.constraints] == [
        (1, "contract", "names stay (a.py:1)"),
        (2, "behaviour", "pay first (b.py:2)"),
    ]
    assert charter.problems == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1. x (a.py:1)", "no question"),
        ("# title\n", "no constraints"),
        ("# t\n1. without", "line 2: constraint 1 cites no line"),
        ("# t\n1. [rule] x (a.py:1)", "line 2: [rule] is none of"),
        ("# t\n1. x (a.py:1)\n1. y (a.py:2)", "line 3: there are two constraints 1"),
        ("# t\n1. x (a.py:9-3)", "line 2: a.py:9 is not a range"),
        ("# t\n1. x (a.py:0)", "line 2: a.py:0 is not a range"),
    ],
)
def test_says_what_it_could_not_read(text: str, problem: str) -> None:
    assert any(problem in told for told in parse(text).problems)


@given(st.text() | st.text(alphabet="Qq:#1. [](),`-ab/:py\n0"))
def test_any_text_can_be_read(text: str) -> None:
    assert parse(text).text == text


def test_a_hostile_line_takes_linear_time() -> None:
    started = time.process_time()
    parse("# t\n1. " + "a/" * 60_000 + "\n2. " + "`" * 60_000 + "\n3. " + "(a.b" * 30_000)
    assert time.process_time() - started < 5


def anchored(line: int, end: int | None = None) -> Citation:
    citation = Citation("f.py", line, end)
    return citation._replace(anchor=anchors.anchor_of(citation, FILE))


@pytest.mark.parametrize(
    ("citation", "lines", "state", "found"),
    [
        (anchored(4), FILE, "ok", None),
        (anchored(8), FILE, "ok", None),  # equal text elsewhere does not matter while the line stands
        (anchored(4), ["#", *FILE], "drifted", 5),
        (anchored(4), [line.replace("    ", "\t") for line in FILE], "ok", None),
        (anchored(3, 4), ["#", "#", *FILE], "drifted", 5),
        (anchored(3, 4), [*FILE[:3], "    pass", *FILE[3:]], "drifted", None),
        (anchored(8), ["#", *FILE], "ambiguous", None),
        (anchored(4), [*FILE[:3], "    pass", *FILE[4:]], "drifted", None),
        (anchored(4), FILE[:2], "missing", None),
        (anchored(4), None, "missing", None),
        (anchored(99), FILE, "missing", None),
        (anchored(2), FILE, "new", None),
    ],
)
def test_states(citation: Citation, lines: list[str] | None, state: str, found: int | None) -> None:
    checked = anchors.check(citation, lines)
    assert (checked.state, checked.found) == (state, found)


def test_a_repair_changes_every_mention_of_the_place_and_nothing_else() -> None:
    text = "# t\n1. x (f.py:4, g.py:4)\n2. y `f.py:4` f.py:40 (f.py:3-4)\n"
    moved = anchors.repaired_text(text, {("f.py", 4, None): 6, ("f.py", 3, 4): 5})
    assert moved == "# t\n1. x (f.py:6, g.py:4)\n2. y `f.py:6` f.py:40 (f.py:5-6)\n"
