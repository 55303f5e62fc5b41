"""Floods of linker errors: every symbol is named, once, with how often it is missed; whichever linker says so."""

import random
from collections.abc import Callable

import pytest

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan


def gnu(symbol: str, n: int) -> str:
    return f"/usr/bin/ld: main{n % 9}.o: in function `caller_{n}':\nmain{n % 9}.c:(.text+0x{n:x}): undefined reference to `{symbol}'\n"


def lld(symbol: str, n: int) -> str:
    return f"ld.lld: error: undefined symbol: {symbol}\n>>> referenced by main.cpp:{n}\n>>>               main{n}.o:(f(int))\n\n"


def apple(symbol: str, n: int) -> str:
    return f'  "{symbol}", referenced from:\n      _caller_{n} in main{n}.o\n'


def msvc(symbol: str, n: int) -> str:
    return f'main{n}.obj : error LNK2019: unresolved external symbol "{symbol}" (?{symbol}@@YAXXZ) referenced in function caller{n}\n'


FORMS: tuple[Callable[[str, int], str], ...] = (gnu, lld, apple, msvc)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize(("symbols", "times"), [(5, 120), (60, 8), (150, 3)])
def test_every_symbol_is_named_and_the_lone_one_is_shown(form: Callable[[str, int], str], symbols: int, times: int) -> None:
    names = [f"lib_call_{n}" for n in range(symbols)]
    order = names * times
    random.Random(symbols).shuffle(order)
    order.insert(len(order) // 2, "the_lone_call")
    head = "Undefined symbols for architecture arm64:\n" if form is apple else ""
    end = {"apple": "ld: symbol(s) not found for architecture arm64\n", "gnu": "collect2: error: ld returned 1 exit status\n"}
    text = head + "".join(form(symbol, n) for n, symbol in enumerate(order)) + end.get(form.__name__, "error: link failed\n")
    made = plan(ToolOutput(text, "Bash", "make", exit_code=2))
    got = algebra.render(made, text, 412)
    assert algebra.unfold(made, text) == text
    assert [name for name in names if name not in got] == []
    assert form("the_lone_call", len(order) // 2).rstrip("\n").splitlines()[-1] in got
    assert text.splitlines()[-1] in got
    assert len(got) < 0.3 * len(text)


def test_files_of_which_no_message_is_shown_go_with_their_messages() -> None:
    text = "".join(f'/w/src/m{n}.py\n  /w/src/m{n}.py:{n}:3 - error: "a{n}" is not a known attribute of module (reportAttributeAccessIssue)\n' for n in range(1, 80))
    last = '/w/src/cart.py\n  /w/src/cart.py:31:9 - error: Argument of type "str" cannot be assigned (reportArgumentType)\n'
    got = algebra.render(plan(ToolOutput(text + last + "80 errors, 0 warnings, 0 informations\n", "Bash", "pyright", exit_code=1)), text + last + "80 errors, 0 warnings, 0 informations\n", 412)
    assert last in got and "80 errors" in got and "/w/src/m1.py\n" in got
    assert len(got) < 0.3 * len(text)


def test_warnings_that_differ_in_unquoted_names_are_of_one_kind() -> None:
    names = [name for name in dir(str) + dir(bytearray) if name.isalpha()]
    text = "".join(f"coalesce.go:{n}: warning: cannot overwrite table with non table for {name}.image\n" for n, name in enumerate(names))
    end = "Error: UPGRADE FAILED: template: shop/deploy.yaml:31:14: nil pointer evaluating interface {}.tag\n"
    got = algebra.render(plan(ToolOutput(text + end, "Bash", "helm upgrade x .", exit_code=1)), text + end, 412)
    assert end in got and len(got) < 0.2 * len(text)
