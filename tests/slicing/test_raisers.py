"""An error class without a message: the functions that make it, the nearer to the seeds the likelier."""

from kernel.model.slice import Ranking
from slicing.sample_repository import Sample, shown, traceback

FILES = {
    "shop/__init__.py": "",
    "shop/errors.py": "class PriceError(Exception):\n    pass\n",
    "shop/prices.py": (
        "from shop import errors\n\n\n"
        "def parse(text):\n    if not text:\n        raise errors.PriceError('no price')\n    return float(text)\n\n\n"
        "def show(value):\n    try:\n        return str(value)\n    except errors.PriceError:\n        return ''\n"
    ),
    "shop/far.py": "from shop.errors import PriceError\n\n\ndef check(row):\n    raise PriceError('not the one')\n",
    "shop/plugins.py": "from shop import prices\n\n\ndef load():\n    return prices.show(1)\n\n\nTABLE = load()\n",
    "shop/unrelated.py": "def other():\n    return 1\n",
}


def test_the_nearer_of_two_raisers_comes_first(sample: Sample) -> None:
    sample.write(FILES)
    ranking = sample.rank(traceback(("shop/plugins.py", 1, "<module>"), error="shop.errors.PriceError"))
    names = shown(ranking)
    assert names.index("shop/prices.py::parse") < names.index("shop/far.py::check")
    near = next(c for c in ranking.candidates if c.symbol == "parse")
    assert ("raises", "makes PriceError") in [(e.kind, e.detail) for e in near.evidence]
    # Catching an error is not making it.
    assert not any(e.kind == "raises" for c in ranking.candidates if c.symbol == "show" for e in c.evidence)


def test_a_failing_import_leads_to_what_the_module_imports_and_calls(sample: Sample) -> None:
    sample.write(FILES)
    ranking = sample.rank(traceback(("shop/plugins.py", 8, "<module>"), error="KeyError"))
    why = {c.symbol: c.why for c in ranking.candidates if c.role == "called"}
    assert any("calls load" in step for step in why["load"])
    assert "shop/unrelated.py::other" not in shown(ranking)


def test_only_the_innermost_frame_is_followed_from_its_module(sample: Sample) -> None:
    sample.write(FILES)
    frames = (("shop/plugins.py", 8, "<module>"), ("shop/far.py", 5, "check"))
    ranking = sample.rank(traceback(*frames, error="KeyError"))
    assert not any(c.path == "shop/prices.py" and c.role == "called" for c in ranking.candidates)
    assert shown(ranking)[0] == "shop/far.py::check"


def raising(ranking: Ranking) -> set[str]:
    return {c.symbol for c in ranking.candidates if any(e.kind == "raises" for e in c.evidence)}


def test_a_message_or_a_frame_that_makes_the_error_tells_more(sample: Sample) -> None:
    sample.write(FILES)
    assert raising(sample.rank("PriceError: the supplier sent nothing\n")) == set()
    shown_raise = traceback(("shop/plugins.py", 8, "<module>"), ("shop/far.py", 5, "check"), error="PriceError")
    assert raising(sample.rank(shown_raise)) == {"check"}


def test_a_raiser_needs_neither_seed_nor_other_words(sample: Sample) -> None:
    sample.write(FILES)
    assert raising(sample.rank("PriceError\n")) == {"parse", "check"}
