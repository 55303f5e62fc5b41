"""JSON is read and written as the package ``json`` does it."""

import json
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.model.plain_json import json_text, read_json

texts = st.text(st.characters(codec=None), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_a_value_is_written_as_json_writes_it_and_read_back(value: object) -> None:
    assert json_text(value) == json.dumps(value)
    assert json_text(value, ",", ":") == json.dumps(value, separators=(",", ":"))
    assert read_json(f" \r\n\t{json.dumps(value)}\n") == value


@given(st.text('[]{}",:0123456789.-eE+truefalsn\\u \n\ud800é', max_size=12))
def test_a_text_is_read_or_refused_as_json_does(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(ValueError):
            read_json(text)
    else:
        assert read_json(text) == expected


def test_what_json_calls_numbers_though_the_standard_does_not() -> None:
    assert math.isnan(read_json("NaN"))
    assert read_json("[1e999, -Infinity]") == [math.inf, -math.inf]


@pytest.mark.parametrize("text", ["", " ", "{} {}", "[1,", "\ufeff{}", "'a'", "{'a': 1}", '"\n"'])
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        read_json(text)


@pytest.mark.parametrize("text", ["{not json", '{"a" 1}', '"open', "[1,", '{"a": 1,}', '"\\q"', ""])
def test_it_is_a_value_error_too_where_nobody_loaded_the_package(text: str) -> None:
    code = (
        "import sys; from kernel.model.plain_json import read_json\n"
        "try: read_json(sys.argv[1])\nexcept ValueError: print('json' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, text], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        json_text({"a": {1}})
