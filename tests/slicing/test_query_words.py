"""Which words of a symptom count, and how much."""

from kernel.model.slice import Ranking
from kernel.reading.symptoms import read_symptom
from kernel.slicing.query import query_words
from slicing.sample_repository import Sample


def words(text: str) -> dict[str, float]:
    return query_words(read_symptom(text))


def test_what_the_tool_says_weighs_more_than_the_code_around() -> None:
    found = words("    def test_price():\n        cart = basket()\n>       assert cart.subtotal() == 3\nE       refused: voucher\n")
    assert found["voucher"] > found["subtotal"] == found["basket"] > 0
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


def telling(ranking: Ranking) -> str:
    return " ".join(e.detail for c in ranking.candidates for e in c.evidence if e.kind == "words")


def test_a_failing_test_that_is_only_named_lends_its_words(sample: Sample) -> None:
    sample.write(
        {
            "shop/stock.py": "def replenish(shelf):\n    return shelf\n\n\ndef other(row):\n    return row\n",
            "tests/test_stock.py": (
                "from app import client\n\n\n"
                "def test_order():\n    assert client.post('/replenish', shelf=3) == 3\n\n\n"
                "def test_passing():\n    client.get('/other', row=1)\n"
            ),
        }
    )
    named = sample.rank("FAILED tests/test_stock.py::test_order\n")
    assert named.candidates[0].symbol == "replenish" and "shelf" in telling(named)
    # What the report quotes is all that it says: a test's other lines did not run.
    quoted = "____ test_order ____\n    def test_order():\n>       x = 1\nE       KeyError: 'z'\n\ntests/test_stock.py:5: KeyError\n"
    assert "shelf" not in telling(sample.rank(f"{quoted}FAILED tests/test_stock.py::test_order - KeyError: 'z'\n"))


def test_a_huge_line_is_read_in_linear_time() -> None:
    assert words("/a" * 500_000) == {} and words("~/" * 500_000) == {}
