"""What a symptom leads to: frames, the failing test's calls, messages, words; the same answer everywhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernel.model.slice import BlindSpot
from slicing.sample_repository import Sample, shown, traceback

SHOP = {
    "shop/__init__.py": "",
    "shop/money.py": (
        "class PriceError(Exception):\n    pass\n\n\n"
        "def parse_price(text):\n"
        "    if not text:\n"
        "        raise PriceError(f'cannot read price {text!r} of the supplier')\n"
        "    return round_half_up(float(text))\n\n\n"
        "def round_half_up(value):\n    return int(value + 0.5)\n"
    ),
    "shop/cart.py": (
        "from shop.money import parse_price\n\n\n"
        "class Cart:\n"
        "    def __init__(self):\n        self.lines = []\n\n"
        "    def add(self, text):\n        self.lines.append(parse_price(text))\n\n"
        "    def subtotal(self):\n"
        "        value = sum(self.lines)\n"
        "        if value < 0:\n"
        "            raise ValueError('negative subtotal not allowed')\n"
        "        return value\n"
    ),
    "shop/mail.py": "def send_mail(address, body):\n    return address, body\n",
    "shop/stock.py": "def reserve(sku):\n    return sku\n\n\ndef release(sku):\n    return sku\n",
    "tests/conftest.py": "import pytest\nfrom shop.cart import Cart\n\n\n@pytest.fixture\ndef full_cart() -> Cart:\n    return Cart()\n",
    "tests/test_cart.py": (
        "from shop.cart import Cart\n\n\n"
        "class TestCart:\n"
        "    def test_subtotal(self, full_cart):\n        full_cart.add('2')\n        assert full_cart.subtotal() == 2\n"
    ),
}


@pytest.fixture
def shop(sample: Sample) -> Sample:
    sample.write(SHOP)
    return sample


def roles(ranking) -> dict[str, str]:  # type: ignore[no-untyped-def]
    return {f"{c.path}::{c.symbol}": c.role for c in ranking.candidates}


def test_the_raising_function_comes_first_for_a_plain_traceback(shop: Sample) -> None:
    ranking = shop.rank(
        traceback(
            ("/srv/shop/cart.py", 9, "add"), ("/srv/shop/money.py", 7, "parse_price"),
            error="shop.money.PriceError: cannot read price '' of the supplier",
        )
    )  # fmt: skip
    assert shown(ranking)[0] == "shop/money.py::parse_price"
    assert roles(ranking)["shop/money.py::parse_price"] == "frame"
    assert roles(ranking)["shop/cart.py::Cart.add"] == "frame"
    assert "shop/money.py::round_half_up" in shown(ranking)
    assert [(s.path, s.line) for s in ranking.seeds][:2] == [("shop/money.py", 7), ("shop/cart.py", 9)]


def test_a_nested_and_a_module_level_frame(sample: Sample) -> None:
    sample.write({"a.py": "def outer():\n    def inner():\n        raise KeyError\n    inner()\n\n\nouter()\n"})
    ranking = sample.rank(traceback(("a.py", 7, "<module>"), ("a.py", 4, "outer"), ("a.py", 3, "inner"), error="KeyError"))
    assert shown(ranking)[0] == "a.py::outer"
    assert "a.py::<module>" in shown(ranking)


def test_a_frame_of_an_edited_file_is_found_by_its_function(shop: Sample) -> None:
    ranking = shop.rank(traceback(("shop/money.py", 900, "parse_price"), error="ValueError: x"))
    assert shown(ranking)[0] == "shop/money.py::parse_price"


def test_the_failing_tests_calls_and_fixtures_are_reached(shop: Sample) -> None:
    ranking = shop.rank("FAILED tests/test_cart.py::TestCart::test_subtotal - assert 3 == 2\n")
    found = roles(ranking)
    assert found["tests/test_cart.py::TestCart.test_subtotal"] == "test"
    for name in ("shop/cart.py::Cart.add", "shop/cart.py::Cart.subtotal", "tests/conftest.py::full_cart"):
        assert found.get(name) == "called", name
    assert found["shop/money.py::parse_price"] == "called"
    why = next(c.why for c in ranking.candidates if c.symbol == "parse_price")
    assert why[0] == "failing test: TestCart.test_subtotal" and "parse_price" in why[-1] and len(why) == 3
    assert "shop/mail.py::send_mail" not in shown(ranking)


def test_an_unquoted_message_leads_to_where_it_is_raised(shop: Sample) -> None:
    ranking = shop.rank("ValueError: negative subtotal not allowed\n")
    assert shown(ranking)[0] == "shop/cart.py::Cart.subtotal"
    first = ranking.candidates[0]
    assert first.role == "message" and any("negative subtotal not allowed" in e.detail for e in first.evidence)
    assert any(s.path == "shop/cart.py" and s.line == 14 for s in ranking.seeds)


def test_a_formatted_message_leads_to_its_template(shop: Sample) -> None:
    ranking = shop.rank("shop.money.PriceError: cannot read price '12,5' of the supplier\n")
    assert shown(ranking)[0] == "shop/money.py::parse_price"
    assert ranking.candidates[0].role == "message"


@pytest.mark.parametrize(
    "literal",
    [
        '"the voucher was refused " \n        "by the supplier"',
        "f'the voucher was refused '\n        f'by the {x}'",
        '"the voucher was refused " \\\n        + "by the supplier"',
    ],
)
def test_a_message_split_over_adjacent_strings_is_found(sample: Sample, literal: str) -> None:
    other = "def {0}():\n    voucher = refused = supplier = 'the was by'\n"
    sample.write({"a.py": other.format("one") + f"\n\ndef check(x):\n    raise ValueError(\n        {literal}\n    )\n", "b.py": other.format("two")})
    first = sample.rank("ValueError: the voucher was refused by the supplier\n").candidates[0]
    assert first.symbol == "check" and (first.role == "message") == ("{x}" not in literal)


@pytest.mark.parametrize("prose", ["please look at parse_price, it rounds wrongly", "`Cart.subtotal` is off by one"])
def test_an_identifier_in_prose(shop: Sample, prose: str) -> None:
    wanted = "parse_price" if "parse_price" in prose else "Cart.subtotal"
    assert shop.rank(prose).candidates[0].symbol == wanted


@pytest.mark.parametrize(
    ("seed", "first"),
    [
        ("shop/stock.py::release", "shop/stock.py::release"),
        ("shop/stock.py:2", "shop/stock.py::reserve"),
        ("shop/cart.py::Cart.add", "shop/cart.py::Cart.add"),
    ],
)
def test_a_seed_by_hand_comes_first(shop: Sample, seed: str, first: str) -> None:
    ranking = shop.rank("", seed)
    assert shown(ranking)[0] == first and ranking.candidates[0].role == "manual"
    assert ranking.notes == ()


def test_a_file_as_a_seed_is_all_that_it_defines_and_stays_one_task(shop: Sample) -> None:
    ranking = shop.rank("", "shop/stock.py")
    assert shown(ranking)[:2] == ["shop/stock.py::reserve", "shop/stock.py::release"]
    assert [(s.path, s.line) for s in ranking.seeds] == [("shop/stock.py", None)]
    shop.write({"shop/stock.py": SHOP["shop/stock.py"] + "\n\ndef more():\n    pass\n"})
    assert shop.rank("", "shop/stock.py").task == ranking.task


@pytest.mark.parametrize("seed", ["nothing.py", "shop/stock.py::nothing", "::", ":", "-x", "../../etc/passwd", "[red]", "a\0b", "\x1b[2J"])
def test_a_seed_that_is_not_there_is_said(shop: Sample, seed: str) -> None:
    assert shop.rank("", seed).notes


def test_every_candidate_says_why_and_its_weights_add_up(shop: Sample) -> None:
    for symptom in ("PriceError: cannot read price", "FAILED tests/test_cart.py::TestCart::test_subtotal", "reserve sku"):
        ranking = shop.rank(symptom)
        assert ranking.candidates
        for c in ranking.candidates:
            assert c.evidence and c.why and all(c.why), c
            assert c.tokens > 0 and c.digest
            assert sum(e.weight for e in c.evidence) == pytest.approx(c.score, abs=2e-3)
            weights = [e.weight for e in c.evidence]
            assert weights == sorted(weights, reverse=True) and min(weights) > 0
        scores = [c.score for c in ranking.candidates if c.kind != "file"]
        assert scores == sorted(scores, reverse=True)


def test_nothing_recognised_and_nothing_matching_is_an_empty_ranking(shop: Sample) -> None:
    ranking = shop.rank("zzz qqq 12345 !!!")
    assert ranking.candidates == () and ranking.seeds == ()


def test_computed_imports_near_the_seeds_are_blind_spots(sample: Sample) -> None:
    sample.write(
        {
            "a.py": (
                "import importlib\nfrom importlib import import_module as im\n\n\n"
                "def load(name):\n    return importlib.import_module(name)\n\n\n"
                "def load_too(name):\n    return im(f'plugins.{name}')\n\n\n"
                "def known():\n    return im('plugins.fixed')\n\n\n"
                "def run(name):\n    return load(name), load_too(name), known()\n"
            ),
            "far.py": "def other(name):\n    return __import__(name)\n",
        }
    )
    ranking = sample.rank(traceback(("a.py", 18, "run"), error="KeyError: 'x'"))
    assert [(b.path, b.line) for b in ranking.blind_spots] == [("a.py", 6), ("a.py", 10)]
    assert all(isinstance(b, BlindSpot) and "computed" in b.what for b in ranking.blind_spots)


SCRIPT = """
import json, os, sys
if sys.argv[3] == "shuffled":
    real = os.scandir
    class Backwards:
        def __init__(self, entries): self.entries = entries
        def __enter__(self): return iter(list(self.entries)[::-1])
        def __exit__(self, *rest): self.entries.close()
    os.scandir = lambda path: Backwards(real(path))
from kernel.service.json_form import ranking_json
from kernel.service.kernel import open_kernel
from kernel.service.slicing import SliceRequest, rank
with open_kernel(sys.argv[1], {"CK_HOME": sys.argv[2]}) as kernel:
    print(json.dumps(ranking_json(rank(kernel, SliceRequest(sys.stdin.read())))))
"""


def test_the_same_bytes_for_every_hash_seed_and_directory_order(shop: Sample, tmp_path: Path) -> None:
    # A clash of names, and files that differ only in name, so that ties are there to be broken.
    shop.write({f"shop/same_{n}.py": "def reserve_price(text):\n    return text\n" for n in (3, 1, 2)})
    symptom = "parse_price reserve release reserve_price\n" + traceback(("shop/cart.py", 9, "add"), error="PriceError: cannot read price")
    answers = set()
    for seed, order in (("0", "plain"), ("1", "shuffled"), ("2", "plain"), ("3", "shuffled"), ("4", "plain")):
        for home in (f"home-{seed}", "shared"):
            run = subprocess.run(
                [sys.executable, "-c", SCRIPT, str(shop.root), str(tmp_path / home), order],
                input=symptom, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
            )  # fmt: skip
            answers.add(run.stdout)
    assert len(answers) == 1
    assert len(json.loads(answers.pop())["candidates"]) > 8


def test_the_clock_and_touched_files_change_nothing(shop: Sample) -> None:
    before = shop.rank("parse_price is wrong")
    for path in shop.root.rglob("*.py"):
        os.utime(path, (1, 1))
    assert shop.rank("parse_price is wrong") == before


def test_git_and_the_walk_find_the_same(shop: Sample) -> None:
    plain = shop.rank("parse_price is wrong")
    shop.commit()
    assert shop.rank("parse_price is wrong") == plain


def test_a_dotted_name_in_a_string_is_a_weak_edge(sample: Sample) -> None:
    sample.write(
        {
            "app/urls.py": "def route():\n    return load('app.views.Checkout')\n\n\ndef load(name):\n    raise KeyError(name)\n",
            "app/views.py": "class Checkout:\n    def get(self):\n        return 1\n",
            "app/other.py": "class Checkout:\n    pass\n",
        }
    )
    ranking = sample.rank(traceback(("app/urls.py", 2, "route"), ("app/urls.py", 6, "load"), error="KeyError: 'x'"))
    found = next(c for c in ranking.candidates if (c.path, c.symbol) == ("app/views.py", "Checkout"))
    assert found.role == "called" and "names in a string" in found.why[-1]
    assert ("app/other.py", "Checkout") not in ranking.reached
