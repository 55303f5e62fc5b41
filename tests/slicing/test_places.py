"""A printed path becomes a file of the repository only where it can be no other."""

import pytest

from kernel.slicing.places import Places
from slicing.sample_repository import Sample, shown, traceback

PATHS = (
    "setup.py",
    "src/app/views/cart.py",
    "src/app/models/cart.py",
    "src/app/models/order.py",
    "tools/decoder.py",
    "vendor/app/models/order.py",
    "tests/test_cart.py",
)


@pytest.fixture
def places() -> Places:
    return Places("/home/me/shop", PATHS)


@pytest.mark.parametrize(
    ("printed", "path"),
    [
        ("/home/me/shop/src/app/views/cart.py", "src/app/views/cart.py"),
        ("src/app/views/cart.py", "src/app/views/cart.py"),
        ("./src/app/views/cart.py", "src/app/views/cart.py"),
        ("/build/agent7/checkout/src/app/views/cart.py", "src/app/views/cart.py"),
        ("app/views/cart.py", "src/app/views/cart.py"),
        ("views/cart.py", "src/app/views/cart.py"),
        ("C:\\work\\shop\\src\\app\\models\\cart.py", "src/app/models/cart.py"),
        ("/app/setup.py", "setup.py"),
        ("../tests/test_cart.py", "tests/test_cart.py"),
    ],
)
def test_the_longest_suffix_that_fits_one_file(places: Places, printed: str, path: str) -> None:
    assert places.resolve(printed).path == path


@pytest.mark.parametrize("printed", ["cart.py", "models/order.py", "/ci/app/models/order.py"])
def test_what_fits_several_files_is_none_and_says_so(places: Places, printed: str) -> None:
    found = places.resolve(printed)
    assert found.path is None and printed in found.reason and "2 files" in found.reason


@pytest.mark.parametrize(
    "printed",
    [
        "/usr/lib/python3.11/json/decoder.py",
        "json/decoder.py",
        "/home/me/shop/decoder.py",
        "/home/me/shop/gone/cart.py",
        "/home/me/shop2/nothing.py",
        "nothing.py",
        "",
        ".",
        "../..",
        "/",
        "src/app",
        "a\0b.py",
        "\ud800.py",
    ],
)
def test_a_shared_base_name_is_a_coincidence(places: Places, printed: str) -> None:
    found = places.resolve(printed)
    assert found.path is None and found.reason == ""


def test_a_library_frame_is_ours_only_below_the_root(places: Places) -> None:
    assert places.resolve("/usr/lib/python3.11/tools/decoder.py", library=True).path is None
    assert places.resolve("tools/decoder.py", library=True).path is None
    assert places.resolve("/home/me/shop/tools/decoder.py", library=True).path == "tools/decoder.py"


def test_a_library_frame_never_seeds_the_file_of_its_name(sample: Sample) -> None:
    sample.write(
        {
            "tools/decoder.py": "def decode(text):\n    return text\n",
            "json/decoder.py": "def raw_decode(text):\n    return text\n",
            "app/load.py": "import json\n\n\ndef load(text):\n    return json.loads(text)\n",
        }
    )
    ranking = sample.rank(
        traceback(
            ("app/load.py", 5, "load"),
            ("/usr/lib/python3.11/json/__init__.py", 346, "loads"),
            ("/usr/lib/python3.11/json/decoder.py", 355, "raw_decode"),
            error="json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
        )
    )
    assert [(s.path, s.line) for s in ranking.seeds] == [("app/load.py", 5)]


def test_an_ambiguous_frame_is_no_seed_and_a_note(sample: Sample) -> None:
    sample.write({"a/core/run.py": "def dispatch():\n    pass\n", "b/core/run.py": "def dispatch():\n    pass\n"})
    ranking = sample.rank(traceback(("/build/core/run.py", 2, "dispatch"), error="RuntimeError: no"))
    assert ranking.seeds == ()
    assert any("/build/core/run.py" in n and "a/core/run.py" in n and "b/core/run.py" in n for n in ranking.notes)
    assert sorted(shown(ranking))[0] == "a/core/run.py::dispatch"


def test_a_bare_name_is_first_looked_for_in_the_package_that_ran() -> None:
    places = Places("/repo", ["cart/util.go", "shop/util.go", "help/only.go"])
    assert places.near("util.go", "example.com/x/cart").path == "cart/util.go"
    assert places.near("only.go", "example.com/x/cart").path == "help/only.go"
    assert places.near("util.go", "example.com/x/none").path is None


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("/etc/profile.d/x.sh", None),
        ("/usr/lib/git-core/profile.d/x.sh", None),
        ("/usr/include/profile.d/x.sh", None),
        ("/usr/src/app/profile.d/x.sh", "profile.d/x.sh"),
        ("/app/profile.d/x.sh", "profile.d/x.sh"),
        ("etc/profile.d/x.sh", "profile.d/x.sh"),
    ],
)
def test_a_file_of_the_system_is_none_of_the_repository(printed: str, found: str | None) -> None:
    assert Places("/srv/repo", ["profile.d/x.sh", "lib/a.sh"]).resolve(printed).path == found
