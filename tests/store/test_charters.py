"""A charter is kept as written, and every change of it can be taken back."""

from kernel.model.charter import Citation
from kernel.store.charters import HISTORY_LIMIT, Charters, SavedCharter
from kernel.store.connection import Store

CITATIONS = (Citation("shop/cart.py", 88, None, "token = payload[\udce9]", "ok", 90), Citation("a.py", 1, 3))


def test_a_charter_comes_back_as_saved(tmp_path) -> None:
    charters = Charters(Store(str(tmp_path)))
    assert charters.get("/r") is None
    charters.save("/r", "Q fix\n1 contract \udc80\0", CITATIONS, 5.0)
    assert Charters(Store(str(tmp_path))).get("/r") == SavedCharter(
        "Q fix\n1 contract \udc80\0", CITATIONS, 5.0
    )
    assert charters.get("/other") is None


def test_undo_takes_back_saves_and_clears_one_by_one(tmp_path) -> None:
    charters = Charters(Store(str(tmp_path)))
    charters.save("/r", "one", CITATIONS, 1.0)
    charters.save("/r", "two", (), 2.0)
    assert charters.clear("/r") and not charters.clear("/r")
    assert charters.get("/r") is None
    assert charters.undo("/r") and charters.get("/r") == SavedCharter("two", (), 2.0)
    assert charters.undo("/r") and charters.get("/r") == SavedCharter("one", CITATIONS, 1.0)
    assert charters.undo("/r") and charters.get("/r") is None
    assert not charters.undo("/r")


def test_history_is_bounded_and_keeps_the_newest(tmp_path) -> None:
    charters = Charters(Store(str(tmp_path)))
    for number in range(HISTORY_LIMIT + 20):
        charters.save("/r", str(number), (), float(number + 1))
    steps = 0
    while charters.undo("/r"):
        steps += 1
    assert steps == HISTORY_LIMIT
    charter = charters.get("/r")
    assert charter is not None and charter.text == "19"
