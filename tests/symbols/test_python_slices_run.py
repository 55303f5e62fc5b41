"""Slices of Python modules are run: a target does what it does in the whole module, or the slice is not one."""

import random
import re
import textwrap
from typing import Any

import pytest

from kernel.symbols.python import python_slice


def run(text: str, call: str) -> Any:
    """What a call gives in a module of that text; an exception as its type and text."""
    space: dict[str, Any] = {"__name__": "sample"}
    try:
        exec(compile(text, "sample.py", "exec"), space)
        return re.sub(r" at 0x[0-9a-f]+", "", repr(eval(call, space)))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def sliced(text: str, name: str) -> str:
    found = python_slice(text, (name,))
    assert found is not None
    lines = text.split("\n")
    return "\n".join(line for a, b in found.ranges for line in lines[a - 1 : b]) + "\n"


# Each piece is (source, names that others may use); {n} makes it unique, {u} is the name of something before it.
PIECES = (
    "X{n} = {n}\n",
    "X{n} = {n}\nX{n} = X{n} + 9\n",
    "X{n} = 1\nX{n} += {n}\n",
    "def f{n}(a=3):\n    return a + use({u})\n",
    "def f{n}(use_it=8):\n    X1 = use_it\n    return X1\n",
    "try:\n    from nowhere{n} import thing as T{n}\nexcept ImportError:\n    T{n} = {n}\n",
    "if {n} % 2:\n    def c{n}():\n        return 'odd', use({u})\nelse:\n    def c{n}():\n        return 'even'\n",
    "H{n} = {{}}\ndef h{n}():\n    return use({u})\nH{n}['a'] = h{n}\ndef g{n}():\n    return {{k: v() for k, v in H{n}.items()}}\n",
    "R{n} = []\ndef reg{n}(f):\n    R{n}.append(f)\n    return f\n@reg{n}\ndef r{n}():\n    return use({u})\ndef all{n}():\n    return [f() for f in R{n}]\n",
    "from functools import singledispatch as sd{n}\n@sd{n}\ndef area{n}(x):\n    return 'obj'\n@area{n}.register\ndef _(x: int):\n    return 'int', use({u})\n",
    "STATE{n} = None\ndef init{n}():\n    global STATE{n}\n    STATE{n} = use({u})\ninit{n}()\ndef get{n}():\n    return STATE{n}\n",
    "class B{n}:\n    subs = []\n    def __init_subclass__(cls):\n        B{n}.subs.append(cls.__name__)\nclass C{n}(B{n}):\n    pass\ndef subs{n}():\n    return B{n}.subs\n",
    "class K{n}:\n    size = 4\n    def __init__(self):\n        self.v = use({u})\n    def one(self):\n        return self.two()\n    def two(self):\n        return self.v, self.size\n    def three(self):\n        return 3\nK{n}.size = 5\ndef k{n}():\n    return K{n}().one()\n",
    "class A{n}:\n    def hop(self):\n        return getattr(self, 'step' + 'ped')()\n    def stepped(self):\n        return use({u})\ndef a{n}():\n    return A{n}().hop()\n",
    "from math import *\ndef m{n}():\n    return floor(3.7) + {n}\n",
    "def w{n}():\n    return [y for x in range(3) if (y := x * 2)]\n",
    "L{n} = lambda q: (q, use({u}))\ndef l{n}():\n    return L{n}(2)\n",
    "def deco{n}(f):\n    def inner():\n        return 'wrapped', f()\n    return inner\n@deco{n}\ndef d{n}():\n    return use({u})\n",
    "P{n}, Q{n} = {n}, [{n}]\nQ{n}.append(7)\ndef p{n}():\n    return P{n}, Q{n}\n",
    "D{n} = 1\nE{n} = 2\ndel D{n}\ndef has{n}():\n    return 'D{n}' in globals(), E{n}\n",
    "for I{n} in range(3):\n    J{n} = I{n} * 2\ndef j{n}():\n    return I{n}, J{n}\n",
    "from dataclasses import dataclass as dc{n}, field as fd{n}\n@dc{n}\nclass DC{n}:\n    a: int = {n}\n    b: list = fd{n}(default_factory=list)\n    def total(self):\n        return self.a\n    def never(self):\n        return 0\ndef dcf{n}():\n    return DC{n}(), DC{n}().total()\n",
    "def orig{n}():\n    return 'orig'\ndef patch{n}():\n    return 'patched', use({u})\norig{n} = patch{n}\n",
    "match {n} % 3:\n    case 0:\n        M{n} = 'zero'\n    case other{n}:\n        M{n} = other{n}\ndef mm{n}():\n    return M{n}\n",
    "with open('/dev/null') as fh{n}:\n    W{n} = fh{n}.read()\ndef wf{n}():\n    return W{n}\n",
)
USE = """def use(x):
    for given in ((), (1,)) if callable(x) and not isinstance(x, type) else ():
        try:
            return x(*given)
        except TypeError:
            continue
    return "called" if callable(x) else x
"""
PRELUDE = f'"""A module."""\nimport os\nimport json as unused_json\n\n\n{USE}\n\nSEED = 5\n'


def module(seed: int) -> tuple[str, list[str]]:
    """A random module of ten pieces, and the names that it binds."""
    rng = random.Random(seed)
    text, names = PRELUDE, ["SEED"]
    for n in range(1, 11):
        piece = rng.choice(PIECES)
        used = rng.choice(names)
        text += "\n" + piece.format(n=seed * 100 + n, u=used)
        space: dict[str, Any] = {"__name__": "sample"}
        exec(compile(text, "sample.py", "exec"), space)
        names = [k for k, v in space.items() if k[-1].isdigit() and k[0] not in "_" and (callable(v) or isinstance(v, int | str)) and not isinstance(v, type)]
        names = [k for k in names if f"\ndef {k}(" in text or f"\n{k} = " in text] or ["SEED"]
    return text, names


@pytest.mark.parametrize("block", range(10))
def test_a_slice_of_a_generated_module_does_what_the_module_does(block: int) -> None:
    smaller = total = 0
    for seed in range(block * 25, block * 25 + 25):
        text, names = module(seed)
        for name in names:
            call = f"use({name})"
            piece = sliced(text, name)
            helper = "" if "def use(" in piece else USE
            assert run(piece + helper, call) == run(text, call), f"seed {seed}, {name}:\n{piece}"
            smaller += len(piece) < len(text)
            total += 1
    assert smaller > total * 0.6


def test_only_what_is_asked_for_and_needed_stays() -> None:
    text = textwrap.dedent(
        """
        import os
        import re

        LIMIT = 3


        # Counts.
        def count(x):
            return min(x, LIMIT)


        def other():
            return os.getcwd()


        class Cart:
            size = 1

            def total(self):
                return count(self.size)

            def never(self):
                return other()
        """
    )
    found = python_slice(text, ("Cart.total",))
    assert found is not None
    assert [p.name for p in found.kept] == ["LIMIT", "count", "Cart"]
    assert [p.name for p in found.dropped] == ["os", "re", "other", "Cart.never"]
    assert "# Counts." in sliced(text, "Cart.total") and "never" not in sliced(text, "Cart.total")
    assert "never" in sliced(text, "Cart")


@pytest.mark.parametrize("name", ["nothing", "Cart.nothing", ""])
def test_a_name_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(KeyError):
        python_slice("class Cart:\n    def total(self):\n        return 1\n", (name,))


def test_what_is_registered_elsewhere_is_said() -> None:
    text = "from web import app\n\n\n@app.route('/')\ndef index():\n    return 1\n\n\ndef helper():\n    return 2\n"
    found = python_slice(text, ("helper",))
    assert found is not None and any("index" in note for note in found.notes)


def test_a_text_that_does_not_parse_has_no_slice() -> None:
    assert python_slice("def f(:\n", ("f",)) is None
