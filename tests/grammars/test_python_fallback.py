"""Texts that ``ast`` rejects: what can be known of them is known, nothing hangs, and sound files read as ``ast`` reads them."""

import subprocess
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.grammars.loading import language
from kernel.grammars.python_facts import python_facts
from kernel.grammars.python_fallback import fallback_facts
from kernel.grammars.python_scan import scan_facts
from kernel.grammars.python_tree import tree_facts
from kernel.model.facts import Definition, FileFacts, Import

needs_grammar = pytest.mark.skipif(language("python") is None, reason="no tree-sitter grammar of Python is installed")
READERS = [pytest.param(fallback_facts, marks=needs_grammar, id="tree-sitter"), pytest.param(scan_facts, id="lines")]

PYTHON_2 = '''\
import os, urllib2
from StringIO import StringIO as Text

class Shop(object):
\tdef pay(self, (name, price), note=None):
\t\ttry:
\t\t\tprint "paying", `name`
\t\texcept Error, e:
\t\t\traise Failed, "no"
\t\treturn urllib2.urlopen(price)

def main():
    exec "x = 1" in {}
    print >>out, 0777L
'''
UNFINISHED = '''\
import os

def done(a):
    return os.path.join(a)

class Cart(Base):
    def total(self):
        value = compute(

    def add(self, item,
'''
CONFLICT = '''\
class Cart:
<<<<<<< HEAD
    def total(self):
        return 1
=======
    def total(self, tax):
        return 2
>>>>>>> feature
    def add(self):
        pass

def last():
<<<<<<< HEAD
    return 1
=======
    return 2
>>>>>>> feature
'''


def ranges(facts: FileFacts) -> dict[str, tuple[tuple[int, int], ...]]:
    return {d.name: d.ranges for d in facts.definitions}


def named(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.name == name)


def assert_well_formed(facts: FileFacts, text: str) -> None:
    """Ranges lie inside the file, ascend and do not overlap; names are said once; every line that is not blank is somebody's."""
    lines = text.split("\n")
    assert facts.lines == len(lines)
    assert facts.definitions[0].kind == "module"
    assert max(Counter(d.name for d in facts.definitions).values()) == 1
    spans = sorted(chain.from_iterable(d.ranges for d in facts.definitions))
    owned = Counter(n for first, last in spans for n in range(first, last + 1))
    assert set(owned.values()) <= {1}
    assert {n for n, line in enumerate(lines, 1) if line.strip()} <= set(owned) <= set(range(1, len(lines) + 1))
    assert all(1 <= d.first <= d.last <= len(lines) for d in facts.definitions)
    assert all(set(d.calls) <= set(d.refs) for d in facts.definitions)


@pytest.mark.parametrize("read", READERS)
def test_python_2_is_read(read: Callable[[str], FileFacts]) -> None:
    assert python_facts(PYTHON_2) is None
    facts = read(PYTHON_2)
    assert_well_formed(facts, PYTHON_2)
    assert ranges(facts) == {"": ((1, 3),), "Shop": ((4, 4),), "Shop.pay": ((5, 10),), "main": ((12, 14),)}


@needs_grammar
def test_python_2_has_imports_references_and_heads() -> None:
    facts = fallback_facts(PYTHON_2)
    assert facts.parsed_by == "tree-sitter"
    assert set(facts.imports) == {
        Import("os", "", "", 0, 1),
        Import("urllib2", "", "", 0, 1),
        Import("StringIO", "StringIO", "Text", 0, 2),
    }
    pay = named(facts, "Shop.pay")
    assert pay.calls == ("urllib2.urlopen",)
    assert {"Error", "Failed", "name"} <= set(pay.refs)
    assert pay.params == ("self", "note")
    assert named(facts, "Shop").bases == ("object",)


@pytest.mark.parametrize("read", READERS)
def test_an_unfinished_function_at_the_end_is_one(read: Callable[[str], FileFacts]) -> None:
    facts = read(UNFINISHED)
    assert_well_formed(facts, UNFINISHED)
    found = ranges(facts)
    assert found["done"] == ((3, 4),)
    assert found["Cart"] == ((6, 6),)
    assert found["Cart.total"] == ((7, 8),)
    assert found["Cart.add"] == ((10, 10),)


@needs_grammar
def test_what_is_sound_before_an_error_is_read_as_ever() -> None:
    facts = fallback_facts(UNFINISHED)
    assert named(facts, "done").calls == ("os.path.join",)
    assert named(facts, "done").params == ("a",)
    assert facts.imports == (Import("os", "", "", 0, 1),)


@pytest.mark.parametrize("read", READERS)
def test_merge_conflicts_keep_both_sides_where_they_belong(read: Callable[[str], FileFacts]) -> None:
    facts = read(CONFLICT)
    assert_well_formed(facts, CONFLICT)
    assert [d.name for d in facts.definitions] == ["", "Cart", "Cart.total", "Cart.add", "last"]
    lines = {n for first, last in named(facts, "Cart.total").ranges for n in range(first, last + 1)}
    assert {3, 4, 6, 7} <= lines
    assert {13, 15} <= {n for first, last in named(facts, "last").ranges for n in range(first, last + 1)}


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "text",
    [
        "def a():\n    x = '\0'\n\0\ndef b():\n    pass\n",
        "\ufeffdef a():\n    x = (\n\ndef b():\n    pass\n",
        "def a():\r\n    x = (\r\n\r\ndef b():\r\n    pass\r\n",
        "\x0cdef a():\n    x = (\n\x0c\ndef b(): pass\n",
        "def a():\n\tif x:\n\t\ty = (\n\n@d\ndef b():\n        pass\n",
        "def a():\n  \udc80 = \ud800\n\n\ndef b():\n    pass\n",
        "def a(): print 'x'\n# between\nasync  def  b ( ) : print 'y'\n",
    ],
    ids=["NUL", "BOM", "CRLF", "form feed", "tabs", "surrogates", "one line"],
)
def test_odd_characters_hide_no_definition(read: Callable[[str], FileFacts], text: str) -> None:
    assert python_facts(text) is None
    facts = read(text)
    assert_well_formed(facts, text)
    assert [d.name for d in facts.definitions] == ["", "a", "b"]


@needs_grammar
def test_what_stands_in_a_string_is_no_definition() -> None:
    text = 'x = """\ndef no():\n    pass\n"""\nprint x\n\ndef f():\n    """\ndef neither(): pass\n"""\n    y = (\n\ndef g(): pass\n'
    facts = fallback_facts(text)
    assert [d.name for d in facts.definitions] == ["", "f", "g"]
    assert named(facts, "f").ranges == ((7, 11),)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 2_000_000,
        "x[" * 90_000 + "]" * 90_000,
        "a" + ".b" * 190_000,
        "(a, " * 90_000,
        "not " * 90_000,
        "def f(\n" * 50_000,
        "class A(\n" * 100_000,
        "@a\n" * 100_000 + "def f(: pass\n",
        "".join(" " * depth + "class A:\n" for depth in range(800)) + "(",
        "x = '''\n" + "a b c\n" * 60_000,
        "f'{" * 100_000,
        "\x01" * 390_000,
    ],
    ids=lambda text: f"{len(text)} of {text[:8]!a}",
)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    facts = fallback_facts(text)
    assert time.process_time() - start < 20
    assert facts.lines == text.count("\n") + 1
    assert facts.definitions[0].kind == "module"


def standard_library() -> list[Path]:
    folder = Path(sysconfig.get_path("stdlib"))
    return [path for path in sorted(folder.glob("*.py")) if 2_000 < path.stat().st_size < 100_000][::5]


@needs_grammar
def test_sound_files_have_the_definitions_that_ast_finds() -> None:
    compared = definitions = 0
    for path in standard_library():
        text = path.read_text("utf-8")
        exact, found = python_facts(text), tree_facts(text)
        assert exact is not None and found is not None, path
        assert ranges(found) == ranges(exact), path
        assert set(found.imports) == set(exact.imports), path
        for one in exact.definitions:
            other = named(found, one.name)
            assert (one.kind, one.first, one.last) == (other.kind, other.first, other.last), (path, one.name)
            assert (one.bases, one.decorators, one.params) == (other.bases, other.decorators, other.params), (path, one.name)
            definitions += 1
        compared += 1
    assert compared > 15
    assert definitions > 300


@needs_grammar
def test_references_of_sound_files_are_those_of_ast() -> None:
    same = different = 0
    for path in standard_library()[::3]:
        text = path.read_text("utf-8")
        exact, found = python_facts(text), tree_facts(text)
        assert exact is not None and found is not None
        for one in exact.definitions:
            if one.kind == "function":
                other = set(named(found, one.name).refs)
                same += len(other & set(one.refs))
                different += len(other ^ set(one.refs))
    assert same > 1_000
    assert different < 0.01 * same


PIECES = [
    "def f(a, b=1):\n", "class A(B, metaclass=M):\n", "async def g(self, *, c: int = 2):\n", "@d.e(1)\n", "    ", "\t", "  ",
    "pass\n", "return x.y().z\n", "import a.b as c, d\n", "from ..e import (f as g, *)\n", "from . import *\n", "print 'x'\n",
    "'''", '"', "(", ")", "[", "{", "}", ":", ",", "#", "\\\n", "\n", "\r\n", "\r", "\x0c", "\x00", "\ufeff", "\ud800", "\x1c",
    "<<<<<<< HEAD\n", "=======\n", ">>>>>>> b\n", "lambda x: ", "match x:\n", "case A.B(c=d):\n", "f'{x!r:>{w}}'", "type X[T] = Y\n",
]  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(st.characters(), max_size=6)), max_size=40).map("".join)


@pytest.mark.parametrize("read", READERS)
@given(text=texts)
@settings(max_examples=300, deadline=None)
def test_any_text_gives_well_formed_facts(read: Callable[[str], FileFacts], text: str) -> None:
    facts = read(text)
    assert_well_formed(facts, text)
    assert facts == read(text)
    assert all(1 <= each.line <= facts.lines for each in facts.imports)


FACTS = """
import sys
sys.path[:0] = sys.argv[1:3]
from kernel.grammars.loading import grammar_report
from kernel.grammars.python_fallback import fallback_facts
print(grammar_report(["python"])[0].source)
print(fallback_facts(sys.stdin.read()))
"""


@needs_grammar
def test_the_languages_own_wheel_gives_the_same_facts(tmp_path: Path) -> None:
    for package in ("tree_sitter", "tree_sitter_python"):
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            pytest.skip(f"{package} is not installed")
        (tmp_path / package).symlink_to(spec.submodule_search_locations[0], target_is_directory=True)
    command = [sys.executable, "-I", "-S", "-c", FACTS, str(Path(__file__).parents[2]), str(tmp_path)]
    done = subprocess.run(command, input=PYTHON_2, capture_output=True, text=True, check=True)
    assert done.stdout == f"its own wheel\n{fallback_facts(PYTHON_2)}\n"
