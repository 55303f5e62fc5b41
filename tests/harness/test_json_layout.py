"""Adding to JSON text and taking out again: the rest keeps its form, and what readers may disagree on is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.harness.claude.json_layout import added, parse, put, removed
from kernel.model.errors import BadInput

KEYS = st.text(st.characters(codec="utf-8"), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | KEYS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
INDENTS = st.sampled_from([None, 0, 1, 2, 4, "\t"])


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Objects in the layouts that people and programs write."""
    value = draw(st.dictionaries(KEYS.filter(lambda key: key != "hooks"), VALUES, max_size=4))
    text = json.dumps(value, indent=draw(INDENTS), ensure_ascii=draw(st.booleans()))
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    return draw(st.sampled_from(["", "\n", " "])) + text + draw(st.sampled_from(["", "\n", "\r\n\n"]))


@given(documents(), VALUES)
def test_what_is_added_is_there_and_taking_it_out_restores_the_text(text: str, value: Any) -> None:
    new = added(text, ("hooks", "PostToolUse"), value)
    assert json.loads(new) == {**json.loads(text), "hooks": {"PostToolUse": [value]}}
    assert removed(new, ("hooks", "PostToolUse", 0)) == text


@given(documents(), st.lists(VALUES, min_size=1, max_size=3), VALUES)
def test_a_list_that_others_use_keeps_their_part(text: str, others: list[Any], value: Any) -> None:
    for other in others:
        text = added(text, ("hooks", "Stop"), other)
    new = added(text, ("hooks", "Stop"), value)
    assert json.loads(new)["hooks"]["Stop"] == [*others, value]
    assert removed(new, ("hooks", "Stop", len(others))) == text


@given(documents(), VALUES)
def test_a_member_is_put_last_and_taken_out_again(text: str, value: Any) -> None:
    new = put(text, "hooks", value)
    assert list(json.loads(new).items())[-1] == ("hooks", value)
    assert removed(new, ("hooks",)) == text


def test_new_parts_take_the_form_of_the_file() -> None:
    text = '{\r\n\t"model": "opus",\r\n\t"permissions": {"allow": ["Bash(ls)"]}\r\n}\r\n'
    assert added(text, ("permissions", "allow"), "é") == text.replace('"Bash(ls)"', '"Bash(ls)", "é"')
    assert added(text, ("a",), 1) == text.replace('"]}\r\n', '"]},\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n')


def test_the_first_of_several_goes_without_the_others() -> None:
    assert removed('{"a": [1, 2, 3]}', ("a", 0)) == '{"a": [2, 3]}'
    assert removed('{"a": {"b": [1]}, "c": 2}', ("a", "b", 0)) == '{"c": 2}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "a": 2}', '"a" is there twice'),
        ('{"x": {"a": 1, "\\u0061": 2}}', '"a" is there twice'),
        ('{\n  // mine\n  "a": 1}', "line 2, column 3: there is a comment"),
        ('{"a": 1 /* mine */}', "there is a comment"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": 1,}', "line 1"),
        ("{'a': 1}", "line 1, column 2"),
        ("[" * 100_000, "nested too deeply"),
        ("\ufeff{}", "line 1"),
        ("", "line 1"),
    ],
)
def test_what_readers_may_understand_differently_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said.replace("(", r"\(")):
        parse(text)


@pytest.mark.parametrize("text", ['{"hooks": []}', '{"hooks": {"Stop": {}}}', "[]", '{"hooks": "x"}', '{"hooks": null}'])
def test_a_container_of_another_type_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="must be an"):
        added(text, ("hooks", "Stop"), 1)
