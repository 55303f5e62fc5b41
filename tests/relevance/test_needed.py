"""What of removed text is used later: telling names, places, whole lines; never what the window held anyway."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.relevance.needed import EDIT, IN_A_CALL, MOST_WATCHED, SAID, Watch

REMOVED = (
    (3, "src/shop/cart.py:88: in checkout_total"),
    (4, "    token = payload[CARD_FIELDS[0]]  # the first"),
    (5, "ordinary words that nobody would miss"),
    (6, "build 20261201 of commit 4f5e6d7c done"),
)


@pytest.fixture
def watch() -> Watch:
    made = Watch()
    made.shown("please look at shop/views.py, the total is wrong")
    made.removed(7, REMOVED)
    return made


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("Read /home/u/src/shop/cart.py", 3, "src/shop/cart.py"), ("see src/shop/cart.py:88", 3, "src/shop/cart.py:88"),
        ("grep -rn checkout_total .", 3, "checkout_total"), ("where is CARD_FIELDS set", 4, "CARD_FIELDS"),
        ("git show 4f5e6d7c", 6, "4f5e6d7c"), ("ordinary words that nobody would miss", 5, "ordinary words that nobody would miss"),
        ("x\ntoken = payload[CARD_FIELDS[0]]  # the first\ny", 4, "token = payload[CARD_FIELDS[0]]  # the first"),
        ("It fails in `checkout_total`.", 3, "checkout_total"),
    ],
)  # fmt: skip
def test_what_stood_in_removed_lines_only_is_needed(watch: Watch, text: str, line: int, what: str) -> None:
    (need,) = watch.used(text, IN_A_CALL)
    assert need == (7, line, what, IN_A_CALL)
    assert watch.used(text, SAID) == (), "from then on the window holds it"


@pytest.mark.parametrize("text", ["the ordinary words", "nobody would", "shop/views.py is fine", "token", "payload", "build done", "", "cart", "88"])
def test_ordinary_words_and_what_was_shown_are_no_need(watch: Watch, text: str) -> None:
    assert watch.used(text, EDIT) == ()


def test_what_is_shown_again_before_is_no_need(watch: Watch) -> None:
    watch.shown("other output: checkout_total, /deep/src/shop/cart.py")
    assert watch.used("checkout_total in src/shop/cart.py", SAID) == ()


def test_what_is_too_much_to_be_watched_is_counted() -> None:
    watch = Watch()
    watch.removed(0, ((n, f"name_{n}_x") for n in range(MOST_WATCHED + 500)))
    assert watch.unwatched == 500 and watch.used("name_7_x", SAID) and not watch.used(f"name_{MOST_WATCHED + 99}_x", SAID)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_watched_and_what_was_shown_is_never_needed(removed: str, used: str) -> None:
    watch = Watch()
    watch.removed(0, enumerate(removed.split("\n"), 1))
    watch.shown(removed)
    assert watch.used(used, SAID) == () and watch.used(removed, SAID) == ()
