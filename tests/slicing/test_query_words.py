"""Which words of a symptom count, and how much."""

from kernel.reading.symptoms import read_symptom
from kernel.slicing.query import query_words


def words(text: str) -> dict[str, float]:
    return query_words(read_symptom(text))


def test_what_the_tool_says_weighs_more_than_the_code_around() -> None:
    found = words("    def test_price():\n        cart = basket()\n>       assert cart.subtotal() == 3\nE       refused: voucher\n")
    assert found["subtotal"] > found["voucher"] > found["basket"] > 0
    assert "assert" not in found and "def" not in found


def test_captured_output_counts_a_word_once_however_often_it_repeats_it() -> None:
    section = "------ Captured log call ------\n" + "DEBUG connecting listener\n" * 50
    found = words(f"E   price refused\n{section}====== short summary ======\nFAILED tests/test_a.py::test_voucher\n")
    assert 0 < found["listener"] < found["voucher"] < found["refused"]
    assert found["listener"] == words(section.replace("DEBUG connecting listener\n" * 49, ""))["listener"]


def test_where_a_machine_keeps_its_files_tells_nothing() -> None:
    found = words("OSError: cannot open ledger in /home/someone/checkouts/voucher-3/data.bin (see ~/projects/basket/log)\n")
    assert {"cannot", "open", "ledger"} <= set(found)
    assert not {"home", "someone", "checkouts", "voucher", "projects", "basket"} & set(found)
    assert "division" in words("a / b is a true division, and/or not")


def test_a_huge_line_is_read_in_linear_time() -> None:
    assert words("/a" * 500_000) == {} and words("~/" * 500_000) == {}
