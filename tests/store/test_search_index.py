"""The index only saves time: with it, without it, or with a broken one a search finds the same."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.store.search_index import FILE_NAME, SearchIndex

TEXTS = {
    b"1": "def fetch_token(card):\n    raise KeyError('card_token')\n",
    b"2": "Straße, KELVIN \u212a, \u017fpecial, \u0130stanbul\n",
    b"3": "a\0hidden_after_nul\nb\udc80broken",
    b"4": 'quotes "in" quotes AND operators* NEAR(x) ^caret\n',
    b"5": "",
}


def loaded(key: bytes) -> str | None:
    return TEXTS.get(key)


@pytest.fixture
def index(tmp_path: Path) -> SearchIndex:
    return SearchIndex(str(tmp_path))


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("ch_tok", b"1"), ("KEYERROR", b"1"), ("special", b"2"), ("ISTANBUL", b"2"), ("kelvin k", b"2"), ("hidden_after", b"3"),
        ("broken", b"3"), ('"in" quotes AND', b"4"), ("operators* NEAR(x)", b"4"), ("Straße", b"2"),
    ],
)  # fmt: skip
def test_identifiers_and_parts_of_them_are_found(index: SearchIndex, query: str, key: bytes) -> None:
    for _ in range(2):
        assert index.narrow(query, list(TEXTS), loaded, 60) == {key}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=())), min_size=1, max_size=4), st.data())
def test_what_a_text_holds_is_never_missed(texts: list[str], data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(whole)))
    query = whole[start : start + data.draw(st.integers(0, 12))]
    held = {str(number).encode(): text for number, text in enumerate(texts)}
    with tempfile.TemporaryDirectory() as home:
        found = SearchIndex(home).narrow(query, list(held), held.get, 60)
    assert found >= {key for key, text in held.items() if query in text}


def test_what_there_was_no_time_for_stays_among_the_answers(index: SearchIndex) -> None:
    assert index.narrow("card_token", list(TEXTS), loaded, -1) == set(TEXTS)
    index.update(list(TEXTS), loaded, 60)
    assert index.narrow("card_token", list(TEXTS), loaded, -1) == {b"1"}


def test_short_queries_need_no_index(index: SearchIndex, tmp_path: Path) -> None:
    assert index.narrow("ca", list(TEXTS), loaded, 60) == set(TEXTS)
    assert not (tmp_path / FILE_NAME).exists()


def test_a_damaged_index_is_made_anew(index: SearchIndex, tmp_path: Path) -> None:
    index.update(list(TEXTS), loaded, 60)
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 1000)
    assert index.narrow("card_token", list(TEXTS), loaded, 60) == set(TEXTS)
    assert index.narrow("card_token", list(TEXTS), loaded, 60) == {b"1"}


def test_an_index_that_cannot_be_written_narrows_nothing(tmp_path: Path) -> None:
    assert SearchIndex(str(tmp_path / "gone")).narrow("card_token", [b"1"], loaded, 60) == {b"1"}


def test_the_index_is_private_and_goes_with_what_a_person_deletes(index: SearchIndex, tmp_path: Path) -> None:
    index.update(list(TEXTS), loaded, 60)
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    index.forget(list(TEXTS), at_once=True)
    assert (tmp_path / FILE_NAME).exists()
    index.forget([key for key in TEXTS if key != b"1"], at_once=False)
    assert (tmp_path / FILE_NAME).exists()
    index.forget([b"2", b"3", b"4"], at_once=True)
    assert not (tmp_path / FILE_NAME).exists()
