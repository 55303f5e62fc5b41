"""What a dotted name means inside a function: classes, bases, attributes, types, fixtures; and never a guess."""

import pytest

from slicing.sample_repository import label, meaning, names_of

SHOP = {
    "app/__init__.py": "",
    "app/base.py": (
        "class Model:\n    def save(self): ...\n    def check(self): ...\n\n\n"
        "class Timed:\n    def save(self): ...\n    def touch(self): ...\n"
    ),
    "app/store.py": "class Store:\n    def put(self): ...\n    def __enter__(self): ...\n\n\ndef connect() -> 'Store': ...\ndef pick():\n    return Store()\n",
    "app/cart.py": (
        "from __future__ import annotations\n"
        "from typing import Optional\n"
        "from app import store as shelf\n"
        "from app.base import Model, Timed\n"
        "from app.store import Store, connect, pick\n"
        "\n"
        "class Cart(Model, Timed):\n"
        "    fallback: Store\n"
        "    def __init__(self, spare: Optional[Store], other: 'Store | None'):\n"
        "        self.store = Store()\n"
        "        self.opened = connect()\n"
        "        self.spare: 'Store' = spare\n"
        "    def check(self):\n"
        "        super().check()\n"
        "    def checkout(self, a: Store, b: Optional[Store], c: 'Store | None', d, *, e: 'Optional[Store]' = None):\n"
        "        made = Store()\n"
        "        got = connect()\n"
        "        picked = pick()\n"
        "        with Store() as held:\n"
        "            pass\n"
        "        unknown = d.put()\n"
        "        return made\n"
        "\n"
        "class Special(Cart):\n"
        "    def checkout(self):\n"
        "        return super().checkout()\n"
        "    @classmethod\n"
        "    def build(cls):\n"
        "        return cls.checkout\n"
    ),
}


@pytest.mark.parametrize(
    ("symbol", "dotted", "target"),
    [
        ("Cart.checkout", "self.save", "app/base.py::Model.save"),
        ("Cart.checkout", "self.touch", "app/base.py::Timed.touch"),
        ("Cart.checkout", "self.check", "app/cart.py::Cart.check"),
        ("Cart.check", "super().check", "app/base.py::Model.check"),
        ("Special.checkout", "super().checkout", "app/cart.py::Cart.checkout"),
        ("Special.checkout", "self.check", "app/cart.py::Cart.check"),
        ("Special.checkout", "self.touch", "app/base.py::Timed.touch"),
        ("Special.build", "cls.check", "app/cart.py::Cart.check"),
        ("Cart.checkout", "self.store.put", "app/store.py::Store.put"),
        ("Cart.checkout", "self.opened.put", "app/store.py::Store.put"),
        ("Cart.checkout", "self.spare.put", "app/store.py::Store.put"),
        ("Cart.checkout", "self.fallback.put", "app/store.py::Store.put"),
        ("Special.checkout", "self.store.put", "app/store.py::Store.put"),
        ("Cart.checkout", "a.put", "app/store.py::Store.put"),
        ("Cart.checkout", "b.put", "app/store.py::Store.put"),
        ("Cart.checkout", "c.put", "app/store.py::Store.put"),
        ("Cart.checkout", "e.put", "app/store.py::Store.put"),
        ("Cart.checkout", "made.put", "app/store.py::Store.put"),
        ("Cart.checkout", "got.put", "app/store.py::Store.put"),
        ("Cart.checkout", "picked.put", "app/store.py::Store.put"),
        ("Cart.checkout", "held.put", "app/store.py::Store.put"),
        ("Cart.checkout", "shelf.connect", "app/store.py::connect"),
        ("Cart.checkout", "shelf.Store.put", "app/store.py::Store.put"),
        ("Cart.checkout", "Store.put", "app/store.py::Store.put"),
        ("Cart.__init__", "Store", "app/store.py::Store"),
        # No one says what these are.
        ("Cart.checkout", "d.put", None),
        ("Cart.checkout", "self.nothing", None),
        ("Cart.checkout", "self.nothing.put", None),
        ("Cart.checkout", "unknown.put", None),
        ("Cart.checkout", "put", None),
        ("Cart.checkout", "len", None),
        ("Cart.checkout", "shelf.nothing", None),
        ("Cart.checkout", "Optional", None),
    ],
)
def test_methods_attributes_and_types(symbol: str, dotted: str, target: str | None) -> None:
    assert meaning(names_of(SHOP), "app/cart.py", symbol, dotted) == target


def test_two_classes_of_the_same_method_are_told_apart() -> None:
    names = names_of(
        {
            "a.py": "class Red:\n    def go(self): ...\nclass Blue:\n    def go(self): ...\n"
            "def run(one: Red, two: Blue):\n    one.go()\n    two.go()\n",
        }
    )
    assert meaning(names, "a.py", "run", "one.go") == "a.py::Red.go"
    assert meaning(names, "a.py", "run", "two.go") == "a.py::Blue.go"


def test_cyclic_and_strange_inheritance_ends() -> None:
    names = names_of(
        {
            "a.py": "from b import B\nclass A(B):\n    def own(self):\n        self.other()\n        self.none()\n",
            "b.py": "from a import A\nclass B(A):\n    def other(self): ...\n",
            "c.py": "class C(C):\n    def me(self):\n        self.gone()\nclass D(make()):\n    def me(self):\n        super().me()\n",
        }
    )
    assert meaning(names, "a.py", "A.own", "self.other") == "b.py::B.other"
    assert meaning(names, "a.py", "A.own", "self.none") is None
    assert meaning(names, "c.py", "C.me", "self.gone") is None
    assert meaning(names, "c.py", "D.me", "super().me") is None


def test_functions_that_return_one_another_end() -> None:
    names = names_of({"a.py": "def one():\n    return two()\ndef two():\n    return one()\ndef use():\n    x = one()\n    x.go()\n"})
    assert meaning(names, "a.py", "use", "x.go") is None


CONFTEST = "import pytest\nfrom app.store import Store\n\n\n@pytest.fixture\ndef {name}() -> Store:\n    return Store()\n"


def test_fixtures_come_from_the_nearest_conftest_upwards() -> None:
    names = names_of(
        {
            **SHOP,
            "conftest.py": CONFTEST.format(name="shelf") + CONFTEST.format(name="only_top"),
            "tests/conftest.py": CONFTEST.format(name="shelf"),
            "tests/other/conftest.py": CONFTEST.format(name="hidden"),
            "tests/unit/test_cart.py": (
                "import pytest\n\n\n@pytest.fixture(scope='module')\ndef mine(): ...\n\n\n"
                "def test_it(shelf, mine, only_top, hidden):\n    shelf.put()\n"
            ),
        }
    )
    path = "tests/unit/test_cart.py"
    found = {n: names.fixture(path, n) for n in ("mine", "shelf", "only_top", "hidden", "pytest")}
    assert {n: label(t) if t else None for n, t in found.items()} == {
        "mine": f"{path}::mine",
        "shelf": "tests/conftest.py::shelf",
        "only_top": "conftest.py::only_top",
        "hidden": None,
        "pytest": None,
    }
    assert meaning(names, path, "test_it", "shelf.put") == "app/store.py::Store.put"


def test_product_functions_get_no_fixtures() -> None:
    names = names_of(
        {**SHOP, "conftest.py": CONFTEST.format(name="client"), "app/send.py": "def send(client):\n    client.put()\n"}
    )
    assert meaning(names, "app/send.py", "send", "client.put") is None


def test_a_file_that_is_not_parsed_means_nothing() -> None:
    names = names_of(SHOP)
    assert names.lookup("app/gone.py", "x") is None
    assert names.definitions("app/gone.py") == {}
    assert names.definitions("../../etc/passwd") == {}
