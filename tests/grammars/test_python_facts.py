"""What the facts of a Python file say: definitions, the lines that stand for them, what they use, imports and types."""

import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.grammars.python_facts import python_facts
from kernel.model.facts import Definition, FileFacts, Import

SHOP = '''\
"""A module."""
import json
from decimal import Decimal as D

LIMIT = D("3")


@registered
@cached(maxsize=None)
class Cart(Base, models.Model, metaclass=Meta):
    """Holds items."""

    items: list = []

    @property
    def total(self) -> D:
        return sum(self.prices())

    @staticmethod
    async def load(key, /, *, client: "http.Client", **rest):
        async with client.get(key) as answer:
            return json.loads(await answer.text())

    class Line:
        price = 0

        def cost(self):
            def inner():
                return LIMIT
            return inner() * self.price

    kind = "cart"


if LIMIT:
    def checkout(cart: Cart):
        store = Store()
        return store.save(cart)
else:
    def checkout(cart):
        return None

last = checkout
'''


def facts_of(text: str) -> FileFacts:
    facts = python_facts(text)
    assert facts is not None
    return facts


def named(text: str, name: str = "") -> Definition:
    return next(d for d in facts_of(text).definitions if d.name == name)


def assert_partitioned(facts: FileFacts, text: str) -> None:
    """Every line that is not blank stands for exactly one definition, and no range leaves the file or its definition."""
    lines = text.split("\n")
    assert facts.lines == len(lines)
    owned = Counter(n for d in facts.definitions for a, b in d.ranges for n in range(a, b + 1))
    assert set(owned.values()) <= {1}
    assert {n for n, line in enumerate(lines, 1) if line.strip()} <= set(owned) <= set(range(1, len(lines) + 1))
    for d in facts.definitions:
        assert 1 <= d.first <= d.last <= len(lines)
        assert all(d.first <= a <= b <= d.last for a, b in d.ranges)
        assert list(d.ranges) == sorted(d.ranges)


def test_definitions_are_named_by_their_classes_and_come_in_order() -> None:
    found = [(d.name, d.kind, d.first, d.last) for d in facts_of(SHOP).definitions]
    assert found == [
        ("", "module", 1, 44),
        ("Cart", "class", 8, 32),
        ("Cart.total", "function", 15, 17),
        ("Cart.load", "function", 19, 22),
        ("Cart.Line", "class", 24, 30),
        ("Cart.Line.cost", "function", 27, 30),
        ("checkout", "function", 36, 41),
    ]


def test_lines_belong_to_the_innermost_class_or_the_outermost_function() -> None:
    assert_partitioned(facts_of(SHOP), SHOP)
    assert named(SHOP, "Cart").ranges == ((8, 14), (31, 32))
    assert named(SHOP, "Cart.load").ranges == ((19, 22),)
    assert named(SHOP, "Cart.Line").ranges == ((24, 26),)
    assert named(SHOP).ranges == ((1, 7), (33, 35), (39, 39), (42, 44))


def test_what_one_name_means_is_one_definition_with_all_its_lines() -> None:
    assert named(SHOP, "checkout").ranges == ((36, 38), (40, 41))
    text = "class A:\n    @property\n    def x(self): return f()\n\n    @x.setter\n    def x(self, value): g(value)\n"
    both = named(text, "A.x")
    assert (both.first, both.last, both.ranges) == (2, 6, ((2, 3), (5, 6)))
    assert {"f", "g"} <= set(both.calls)
    assert both.params == ("self", "value")


def test_heads_give_bases_decorators_and_parameters() -> None:
    cart, load = named(SHOP, "Cart"), named(SHOP, "Cart.load")
    assert cart.bases == ("Base", "models.Model")
    assert cart.decorators == ("registered", "cached")
    assert named(SHOP, "Cart.total").decorators == ("property",)
    assert load.params == ("key", "client")


def test_references_are_dotted_and_calls_are_among_them() -> None:
    load = named(SHOP, "Cart.load")
    assert {"json.loads", "client.get", "answer.text"} <= set(load.calls)
    assert set(load.calls) <= set(load.refs)
    assert {"LIMIT", "self.price", "inner"} <= set(named(SHOP, "Cart.Line.cost").refs)
    assert "sum" not in named(SHOP, "Cart").refs
    assert "json.loads" not in named(SHOP).refs
    assert "checkout" in named(SHOP).refs


def test_types_come_from_annotations_and_constructors() -> None:
    checkout = named(SHOP, "checkout")
    assert dict(checkout.types) == {"store": "Store", "cart": "Cart"}
    assert checkout.returns == "store.save"
    assert dict(named(SHOP, "Cart.load").types)["client"] == "http.Client"
    assert named(SHOP, "Cart.total").returns == "D"


@pytest.mark.parametrize(
    ("annotation", "name"),
    [
        ("Cart", "Cart"),
        ("shop.Cart", "shop.Cart"),
        ('"Cart"', "Cart"),
        ("Optional[Cart]", "Cart"),
        ("Cart | None", "Cart"),
        ("typing.Annotated[Cart, 3]", "Cart"),
        ("dict[str, Cart]", "dict"),
        ('"Cart["', None),
        ('"' + "a" * 10_000 + '"', None),
        ("3", None),
    ],
)
def test_annotations_are_looked_through(annotation: str, name: str | None) -> None:
    found = dict(named(f"def f(x: {annotation}): pass\n", "f").types)
    assert found.get("x") == name


def test_imports_keep_module_name_alias_level_and_line() -> None:
    text = "import a.b as c, d\nfrom . import e\nfrom ..f.g import (h as i,\n    j)\nfrom k import *\ndef l():\n    import m\n"
    assert set(facts_of(text).imports) == {
        Import("a.b", "", "c", 0, 1),
        Import("d", "", "", 0, 1),
        Import("", "e", "", 1, 2),
        Import("f.g", "h", "i", 2, 3),
        Import("f.g", "j", "", 2, 3),
        Import("k", "*", "", 0, 5),
        Import("m", "", "", 0, 7),
    }


def test_imports_by_a_computed_name_are_told_with_their_literal() -> None:
    found = facts_of("import importlib\nimportlib.import_module('a.b')\nimportlib.import_module(name)\n").dynamic
    assert [(d.line, d.literal) for d in found] == [(2, "a.b"), (3, "")]


def test_lambdas_comprehensions_and_walrus_belong_to_what_holds_them() -> None:
    text = "key = lambda row: order(row.name)\ndef f(rows):\n    if (n := len(rows)) > 2:\n        return [g(r) for r in rows if n]\n"
    assert "order" in named(text).calls
    assert {"len", "g"} <= set(named(text, "f").calls)
    assert [d.name for d in facts_of(text).definitions] == ["", "f"]


def test_match_statements_give_the_classes_that_they_name() -> None:
    text = "def f(shape):\n    match shape:\n        case Circle(radius=r) if r > LIMIT:\n            return area(r)\n        case geometry.Point():\n            return 0\n"
    assert {"Circle", "geometry.Point", "LIMIT", "area"} <= set(named(text, "f").refs)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python does not know type parameters")
def test_type_parameters_hide_nothing() -> None:
    text = "class Box[T: Base](Holder[T]):\n    def put[K](self, key: K) -> Item: return make(key)\ntype Pair[A] = tuple[A, A]\n"
    assert named(text, "Box").bases == ("Holder",)
    assert named(text, "Box.put").params == ("self", "key")
    assert "make" in named(text, "Box.put").calls


@pytest.mark.parametrize("text", ["def f(:\n", "print 'x'\n", "x = '\0'\n", "(" * 5_000, "x = '''", "\ud800", "-" * 200_000 + "1"])
def test_what_ast_rejects_is_none(text: str) -> None:
    assert python_facts(text) is None


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "\x0c\nx = 1\n", "x = '\x1c \x85 \u2028'\ny = 2\n"])
def test_a_text_without_definitions_is_its_module(text: str) -> None:
    facts = facts_of(text)
    assert [d.kind for d in facts.definitions] == ["module"]
    assert_partitioned(facts, text)


STATEMENTS = st.recursive(
    st.sampled_from(["x = f(y)", "return_value = 1", "import a.b", "'''one\n\ntwo'''", "call(\n1,\n)", "# note", "", "\x0c"]),
    lambda inner: st.tuples(
        st.sampled_from(["def f(a, b=1):", "@d\nclass C(B):", "async def g(*a):", "if x:", "for y in z():", "class D: # c"]),
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=25,
)


def written(statement: object, depth: int = 0) -> list[str]:
    """Source lines of a generated statement; only code is indented, not the inside of a string."""
    indent = "    " * depth
    if isinstance(statement, str):
        first, *more = statement.split("\n")
        return [indent + first, *more] if "'''" in statement else [indent + line for line in (first, *more)]
    assert isinstance(statement, tuple)
    head, body = statement
    lines = [indent + line for line in head.split("\n")]
    return [*lines, *(line for inner in body for line in written(inner, depth + 1)), indent + "    pass"]


programs = st.lists(STATEMENTS, max_size=6).map(lambda top: "\n".join(line for s in top for line in written(s)))


@given(programs)
@settings(deadline=None)
def test_the_lines_of_any_program_are_partitioned(text: str) -> None:
    assert_partitioned(facts_of(text), text)


@given(st.text(st.characters(exclude_characters="\r"), max_size=200))
@settings(deadline=None)
def test_any_text_gives_facts_of_its_lines_or_none(text: str) -> None:
    facts = python_facts(text)
    if facts is not None:
        assert_partitioned(facts, text)
