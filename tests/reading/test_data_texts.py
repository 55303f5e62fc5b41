"""Readers of data: JSON, tables, YAML, templates, paragraphs; what they find are true places of true values."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.reading.json_text import (
    flat,
    json_start,
    line_arrays,
    line_records,
    member_values,
    pretty_containers,
)
from kernel.reading.log_times import find_gaps, leading_times
from kernel.reading.paragraphs import paragraph_runs
from kernel.reading.tables import read_tables, split_delimited
from kernel.reading.templates import mask_digits, parameters, read_templates
from kernel.reading.volatile import steady
from kernel.reading.yaml_text import pairs, read_items

SCALARS = st.none() | st.booleans() | st.integers(-999, 999) | st.text(max_size=8)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=30,
)
HOSTILE = st.lists(
    st.text(max_size=30)
    | st.sampled_from(
        ["{", "}", "[", "],", '"a": {', "- x: 1", "---", "a,b,c", "1", "| a | b |", "A  B", "=  =", "", "{}"]
    ),
    max_size=40,
)


@given(JSON.filter(lambda value: isinstance(value, (list, dict)) and bool(value)), st.sampled_from([1, 2, 4]))
@settings(deadline=None)
def test_members_of_pretty_json_are_its_members(value: object, indent: int) -> None:
    lines = ["some banner", *json.dumps(value, indent=indent).split("\n"), "done"]
    (container,) = pretty_containers(lines)
    assert (container.start, container.end) == (1, len(lines) - 1)
    assert member_values(lines, container) == (list(value.values()) if isinstance(value, dict) else value)
    assert all(
        before.end == after.start
        for before, after in zip(container.members, container.members[1:], strict=False)
    )


@given(
    st.lists(JSON, min_size=8, max_size=20),
    st.sampled_from([None, (",", ":")]),
    st.sampled_from(["", "log: ", "> "]),
)
@settings(deadline=None)
def test_members_of_a_one_line_document_stand_where_it_says(
    values: list[object], separators: tuple[str, str] | None, prefix: str
) -> None:
    line = (
        prefix
        + json.dumps(
            {"total": 1, "items": [{"v": one, "pad": "x" * 600} for one in values]}, separators=separators
        )
        + " end"
    )
    start = json_start(line)
    assert start == len(prefix)
    (pieces,) = line_arrays(line, start)
    assert [json.loads(line[piece.start : piece.end])["v"] for piece in pieces] == values


@pytest.mark.parametrize(
    "text", ["[1, 2, 3", '{"a": [1,2', "[" * 3000, '{"a"' * 500, "{]", "[}" * 100, '"\\ud800"']
)
def test_broken_documents_give_what_is_whole(text: str) -> None:
    assert list(line_arrays(text, max(0, json_start(text)))) == []
    assert pretty_containers(text.replace(",", ",\n").split("\n")) == []


def test_records_one_a_line_are_found_between_other_lines() -> None:
    assert line_records(["start", '{"a": 1}', "x {y}", '{"a": ', '  {"a": 2}  ', "[1]", '["b"]']) == {
        1: {"a": 1},
        4: {"a": 2},
        6: ["b"],
    }


def test_values_are_flat_under_dotted_keys() -> None:
    assert flat({"a": {"b": None, "c": [1, 2]}, "d": [{"x": 1}], "e": True, "f": 1.5}) == {
        "a.b": "null",
        "a.c": "1, 2",
        "d": "list of 1",
        "d[].x": "1",
        "e": "true",
        "f": "1.5",
    }


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("a,b,c", ["a", "b", "c"]),
        ('a,"b,c",d', ["a", "b,c", "d"]),
        ('"say ""hi""",x', ['say "hi"', "x"]),
        (",,", ["", "", ""]),
        ('a,"open', ["a", '"open']),
    ],
)
def test_quoted_delimiters_are_text(line: str, fields: list[str]) -> None:
    assert split_delimited(line, ",") == fields


@pytest.mark.parametrize(
    ("head", "row", "names"),
    [
        (["id,name,score"], "{n},user{n},0.{n}", ("id", "name", "score")),
        (["id\tname"], "{n}\tu{n}", ("id", "name")),
        ([" id | name ", "----+------"], " {n} | u{n} ", ("id", "name")),
        (["NAME    READY   AGE"], "pod-{n}   1/1     {n}d", ("NAME", "READY", "AGE")),
        (
            ["CONTAINER ID   IMAGE    STATUS"],
            "ab{n}   img:{n}   Up {n} hours",
            ("CONTAINER ID", "IMAGE", "STATUS"),
        ),
        (["Package    Version", "---------- -------"], "pkg{n}    1.{n}", ("Package", "Version")),
        ([], "{n},x,0.{n}", ("", "", "")),
        ([], "{n}.5", ("",)),
    ],
)
def test_tables_of_all_forms_between_other_lines(head: list[str], row: str, names: tuple[str, ...]) -> None:
    rows = [row.format(n=n) for n in range(10, 40)]
    lines = ["a sentence about what comes", "", *head, *rows, "", "30 rows"]
    (table,) = read_tables(lines)
    assert table.names == names
    assert [lines[at] for at in table.lines] == rows
    assert all(len(one) == len(names) for one in table.rows)


@pytest.mark.parametrize(
    "line",
    [
        "def f(a, b, c{n}): return g(a, b, {n})",
        "first, second, third and number {n}, of course",
        "2026-01-01 10:00:00,123 - app - INFO - done {n}",
        "    int x{n} = 4;",
        "\tindented {n}",
    ],
)
def test_code_sentences_and_logs_are_no_tables(line: str) -> None:
    assert read_tables([line.format(n=n) for n in range(40)]) == []


def test_lines_that_differ_in_values_are_of_one_template() -> None:
    lines = (
        [f"user{n} logged in from 10.0.0.{n} after {n}ms" for n in range(20)]
        + ["disk is full"]
        + [f"{'abcdefgh'[n]} failed to open the lock file" for n in range(8)]
    )
    templates = read_templates(lines)
    assert [len(one.lines) for one in templates] == [20, 1, 8]
    positions, rows = parameters(lines, templates[2])
    assert positions == [0] and [row[0] for row in rows] == list("abcdefgh")


@given(st.lists(st.text(st.sampled_from("ab 01:"), max_size=20), max_size=40))
def test_each_line_is_of_at_most_one_template(lines: list[str]) -> None:
    found = [at for template in read_templates(lines) for at in template.lines]
    assert len(found) == len(set(found)) and all(lines[at].strip() for at in found)


@given(st.text(st.sampled_from("a0123456789 .\n"), max_size=80))
def test_masking_digits_leaves_one_for_each_run(text: str) -> None:
    masked = mask_digits(text)
    assert "00" not in masked and masked.count("\n") == text.count("\n")
    assert [part for part in masked.split("0") if part] == [
        part
        for part in "".join("\x00" if one.isdigit() else one for one in text)
        .replace("\x00", " \x00 ")
        .replace(" \x00 ", "\x00")
        .split("\x00")
        if part
    ]


def test_silences_are_found_where_lines_have_times() -> None:
    lines = [f"2026-03-01 10:{n:02}:00,123 INFO beat" for n in range(30)] + [
        "no time",
        *(f"2026-03-01 14:{n:02}:30 INFO beat" for n in range(30)),
    ]
    times = leading_times(lines, range(len(lines)))
    assert len(times) == 60 and find_gaps(times) == [(29, 31)]
    assert leading_times(["10:61:00 x", "v1.10:20:30:40", "ratio 10:20"], range(3)) == {}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("done in 3.2s", "done in 41ms", True),
        ("at 0x7ffe12", "at 0x7ffa99", True),
        ("2026-01-01T10:00:00Z a", "2027-02-02T11:11:11Z a", True),
        ("/tmp/a1/x failed", "/tmp/b2/x failed", True),
        ("3 failed", "4 failed", False),
        ("v1.2", "v1.3", False),
        ("line 12", "line 13", False),
    ],
)
def test_only_what_changes_by_itself_is_the_same(one: str, other: str, same: bool) -> None:
    assert (steady(one) == steady(other)) is same


def test_items_of_yaml_and_documents_of_a_stream() -> None:
    lines = [
        "items:",
        *(line for n in range(9) for line in (f"- name: n{n}", "  spec:", f"    port: {n}")),
        "total: 9",
    ]
    (items,) = read_items(lines, 8)
    assert items.ranges == tuple((1 + 3 * n, 4 + 3 * n) for n in range(9))
    assert dict(pairs(lines[1:4])) == {"name": "n0", "spec.port": "0"}
    documents = [line for n in range(8) for line in ("---", f"kind: K{n}")]
    assert read_items(documents, 8)[0].ranges == tuple((2 * n, 2 * n + 2) for n in range(8))


def test_blocks_of_one_kind() -> None:
    lines = (
        ["intro", ""]
        + [line for n in range(9) for line in (f"Package: p{n}", f"Version: {n}", "")]
        + ["The end: of all", "More text here"]
    )
    (run,) = paragraph_runs(lines, 8)
    assert len(run) == 9 and run[3].fields == {"Package": "p3", "Version": "3"}


@given(HOSTILE)
@settings(deadline=None)
def test_any_lines_are_read_without_an_error(lines: list[str]) -> None:
    pretty_containers(lines)
    line_records(lines)
    read_tables(lines)
    read_items(lines, 2)
    paragraph_runs(lines, 2)
    read_templates(lines)
    leading_times(lines, range(len(lines)))
    for line in lines:
        list(line_arrays(line, max(0, json_start(line)), fewest=1))


def test_arrays_inside_a_text_are_found_where_they_are_written() -> None:
    rows = [{"id": n, "note": 'a "quoted" \\ é 😀\n'} for n in range(9)]
    for line in (
        json.dumps([{"type": "text", "text": json.dumps({"rows": rows, "n": 9}, indent=1)}]),
        "12:00 got " + json.dumps(json.dumps(rows)),
    ):
        (pieces,) = line_arrays(line, json_start(line))
        assert [piece.value for piece in pieces] == rows
        assert [json.loads(json.loads('"' + line[piece.start : piece.end] + '"')) for piece in pieces] == rows


def test_lists_of_objects_and_documents_in_texts_are_looked_into() -> None:
    several = [{"k": "a", "v": n} for n in range(9)]
    assert flat({"boxes": [{"image": "x:1"}, {"image": "x:2"}], "log": '{"ok": false}', "all": several}) == {
        "boxes": "list of 2",
        "boxes[].image": "x:1 | x:2",
        "log.ok": "false",
        "all": "list of 9",
        "all[].k": "a",
        "all[].v": "9 different",
    }
    assert flat({"text": "{no document}"}) == {"text": "{no document}"}
