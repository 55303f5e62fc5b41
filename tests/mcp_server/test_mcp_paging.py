"""Pages of a long answer: together the whole, none too long, and never of another answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.mcp_server.paging import page, with_end
from kernel.model.errors import BadInput
from kernel.tokens import estimate

TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.text(alphabet="ab =-1.\r\x85\u2028漢\n", max_size=400), max_size=40).map("\n".join),
    st.text(alphabet="=\n", max_size=4000),
)


def pages(text: str, tokens: int) -> list[str]:
    found = [page(text, "", tokens)]
    while found[-1].cursor:
        assert found[-1].text
        found.append(page(text, found[-1].cursor, tokens))
    return [one.text for one in found]


@given(TEXTS, st.integers(5, 60))
def test_pages_are_the_whole_text_in_order_and_none_costs_more_than_asked(text: str, tokens: int) -> None:
    found = pages(text, tokens)
    assert "".join(found) == text
    assert all(estimate(one) <= tokens or len(one) == 1 for one in found)


def test_a_page_ends_with_a_line_where_it_can() -> None:
    text = "".join(f"line {n} of the answer\n" for n in range(1000))
    found = pages(text, 200)
    assert len(found) > 10 and all(one.endswith("\n") for one in found)


def test_a_short_text_is_one_page_without_a_last_line_of_ours() -> None:
    shown = page("one\ntwo")
    assert (shown.text, shown.cursor, with_end(shown, 7)) == ("one\ntwo", "", "one\ntwo")


def test_the_last_line_tells_the_next_cursor() -> None:
    text = "word " * 5000
    shown = page(text, "", 100)
    assert with_end(shown, len(text)).endswith(f'cursor "{shown.cursor}"]')


def test_a_cursor_continues_only_the_text_that_it_is_of() -> None:
    text = "word\n" * 500
    cursor = page(text, "", 100).cursor
    assert page(text, cursor, 100).text
    with pytest.raises(BadInput, match="has changed"):
        page(text.replace("word", "wort", 1), cursor, 100)


@pytest.mark.parametrize("cursor", ["x", "0.0", "-5.0", "99999999999999999999.0", "٥.0", "5", "\0"])
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(BadInput):
        page("word\n" * 500, cursor, 100)
