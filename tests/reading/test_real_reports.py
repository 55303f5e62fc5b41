"""Reads what real interpreters and test runners print about small programs written here."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from kernel.model.symptom import Symptom
from kernel.reading.symptoms import read_symptom

PROJECT = {
    "shop/__init__.py": "",
    "shop/cart.py": """
        class OutOfStock(Exception):
            pass


        class Cart:
            def __init__(self, lines):
                self.lines = lines

            def total(self):
                return sum(self.price(line) for line in self.lines)

            def price(self, line):
                if line["quantity"] < 0:
                    raise ValueError("negative subtotal not allowed")
                return line["price"] * line["quantity"]


        def reserve(cart):
            try:
                cart.total()
            except KeyError as error:
                raise OutOfStock("cannot reserve") from error


        def down(n):
            return down(n + 1)


        def double(n):
            '''Twice as much.

            >>> double(2)
            5
            '''
            return n * 2
        """,
    "tests/test_cart.py": """
        import pytest
        from shop.cart import Cart, reserve


        class TestTotals:
            def test_negative(self):
                cart = Cart([{"price": 2, "quantity": -1}])
                assert cart.total() == -2

            @pytest.mark.parametrize("n", [1, 2])
            def test_sum(self, n):
                print("about to add up")
                assert Cart([{"price": 2, "quantity": n}]).total() == 2


        @pytest.fixture
        def broken():
            raise RuntimeError("no database")


        def test_setup(broken):
            pass


        def test_reserve():
            reserve(Cart([{"quantity": 1}]))
        """,
    "tests/test_unit.py": """
        import unittest
        from shop.cart import Cart


        class CartCase(unittest.TestCase):
            def test_equal(self):
                self.assertEqual(Cart([]).total(), 1, "empty cart")

            def test_parts(self):
                for n in range(3):
                    with self.subTest(n=n):
                        self.assertNotEqual(n, 1)

            def test_boom(self):
                Cart([{"price": 1, "quantity": -1}]).total()
        """,
    "tests/test_broken.py": "import shop.missing\n",
    "tests/test_syntax.py": "def f(:\n    pass\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for name, text in PROJECT.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip(), encoding="utf-8")
    return root


def run(root: Path, *arguments: str) -> str:
    """Run Python in the project; what it printed, both streams."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV_"))}
    environ |= {"HOME": str(root), "PYTHONPATH": str(root), "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr


def run_pytest(root: Path, *arguments: str) -> Symptom:
    return read_symptom(
        run(root, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", *arguments)
    )


def line_of(name: str, text: str) -> int:
    """The number of the first line of a project file that holds ``text``."""
    lines = textwrap.dedent(PROJECT[name]).lstrip().split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


def places(symptom: Symptom) -> set[tuple[str, int | None, str]]:
    return {(frame.path.split("project0/")[-1], frame.line, frame.function) for frame in symptom.frames}


def test_a_plain_traceback(project: Path) -> None:
    symptom = read_symptom(
        run(project, "-c", "from shop.cart import Cart; Cart([dict(quantity=-1)]).total()")
    )
    assert [frame.function for frame in symptom.frames] == ["<module>", "total", "<genexpr>", "price"]
    assert symptom.frames[0].path == "<string>"
    assert symptom.frames[-1].line == line_of("shop/cart.py", "raise ValueError")
    assert symptom.frames[-1].code == 'raise ValueError("negative subtotal not allowed")'
    assert symptom.errors == (("ValueError", "negative subtotal not allowed"),)
    assert symptom.title == "ValueError: negative subtotal not allowed"
    assert symptom.kinds == ("Python traceback",)


def test_chained_exceptions_end_with_the_one_raised_last(project: Path) -> None:
    symptom = read_symptom(run(project, "-c", "from shop.cart import *; reserve(Cart([dict(quantity=1)]))"))
    assert [error.type for error in symptom.errors] == ["KeyError", "shop.cart.OutOfStock"]
    assert {frame.function for frame in symptom.frames} >= {"price", "reserve"}
    assert "price" in symptom.names


def test_a_recursion(project: Path) -> None:
    symptom = read_symptom(run(project, "-c", "from shop.cart import down; down(0)"))
    assert symptom.errors[-1].type == "RecursionError"
    assert symptom.frames[-1].function == "down"
    assert symptom.frames[-1].code == "return down(n + 1)"
    assert len(symptom.frames) == 2


def test_a_syntax_error_names_the_file_that_cannot_be_read(project: Path) -> None:
    symptom = read_symptom(run(project, "tests/test_syntax.py"))
    assert symptom.frames[-1].path.endswith("tests/test_syntax.py")
    assert (symptom.frames[-1].line, symptom.frames[-1].code) == (1, "def f(:")
    assert symptom.errors[-1].type == "SyntaxError"


def test_an_exception_group(project: Path) -> None:
    program = """
def inner():
    raise LookupError("left leaf")
def collect():
    found = []
    for action in (inner, lambda: 1 / 0):
        try:
            action()
        except Exception as error:
            found.append(error)
    raise ExceptionGroup("several", found)
collect()
"""
    (project / "group.py").write_text(program, encoding="utf-8")
    symptom = read_symptom(run(project, "group.py"))
    assert [e.type for e in symptom.errors] == ["ExceptionGroup", "LookupError", "ZeroDivisionError"]
    assert {frame.function for frame in symptom.frames} == {"<module>", "collect", "inner", "<lambda>"}
    assert "exception group" in symptom.kinds


def test_logged_and_remote_tracebacks(project: Path) -> None:
    program = """
import logging, multiprocessing
from shop.cart import Cart
def work(quantity):
    return Cart([{"price": 1, "quantity": quantity}]).total()
if __name__ == "__main__":
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    try:
        work(-5)
    except ValueError:
        logging.exception("could not work")
    with multiprocessing.get_context("fork").Pool(1) as pool:
        pool.map(work, [-1])
"""
    (project / "pooled.py").write_text(program, encoding="utf-8")
    symptom = read_symptom(run(project, "pooled.py"))
    own = [frame.function for frame in symptom.frames if not frame.library]
    assert {"work", "total", "price", "<module>"} <= set(own)
    assert any(frame.library and frame.path.endswith("multiprocessing/pool.py") for frame in symptom.frames)
    assert symptom.errors[-1] == ("ValueError", "negative subtotal not allowed")


def test_a_fatal_dump_ends_with_the_raising_frame(project: Path) -> None:
    program = "import faulthandler, os\ndef inner():\n    os.abort()\ndef outer():\n    inner()\nfaulthandler.enable()\nouter()\n"
    (project / "fatal.py").write_text(program, encoding="utf-8")
    symptom = read_symptom(run(project, "fatal.py"))
    assert [frame.function for frame in symptom.frames] == ["<module>", "outer", "inner"]
    assert symptom.errors[-1] == ("Fatal Python error", "Aborted")


@pytest.mark.parametrize("style", ["long", "short", "native", "auto", "line"])
def test_pytest_in_every_style(project: Path, style: str) -> None:
    symptom = run_pytest(project, f"--tb={style}", "tests/test_cart.py")
    assert {(test.path, test.name) for test in symptom.tests} == {
        ("tests/test_cart.py", "TestTotals.test_negative"),
        ("tests/test_cart.py", "TestTotals.test_sum"),
        ("tests/test_cart.py", "test_setup"),
        ("tests/test_cart.py", "test_reserve"),
    }
    types = {error.type.rpartition(".")[2] for error in symptom.errors}
    assert types >= {"ValueError", "AssertionError", "RuntimeError", "OutOfStock"}
    assert any(error.message == "negative subtotal not allowed" for error in symptom.errors)
    raised = line_of("shop/cart.py", "raise ValueError")
    assert ("shop/cart.py", raised) in {place[:2] for place in places(symptom)}
    assert "pytest failure" in symptom.kinds


@pytest.mark.parametrize("style", ["long", "short", "native"])
def test_pytest_frames_carry_function_and_code(project: Path, style: str) -> None:
    symptom = run_pytest(project, f"--tb={style}", "tests/test_cart.py", "-k", "negative")
    raised = line_of("shop/cart.py", "raise ValueError")
    assert ("shop/cart.py", raised, "price") in places(symptom)
    assert ("tests/test_cart.py", line_of("tests/test_cart.py", "== -2"), "test_negative") in places(symptom)
    assert symptom.frames[-1].code == 'raise ValueError("negative subtotal not allowed")'


def test_pytest_quotes_the_test_without_marks(project: Path) -> None:
    symptom = run_pytest(project, "tests/test_cart.py", "-k", "negative")
    assert 'cart = Cart([{"price": 2, "quantity": -1}])' in [line.strip() for line in symptom.code]
    assert "assert cart.total() == -2" in [line.strip() for line in symptom.code]
    assert not any(line.startswith((">", "E ")) for line in symptom.code)


@pytest.mark.parametrize("options", [(), ("-v",), ("-q",), ("-n1", "-v"), ("--color=yes",), ("-rA", "-vv")])
def test_pytest_names_only_failing_tests(project: Path, options: tuple[str, ...]) -> None:
    symptom = run_pytest(project, *options, "tests/test_cart.py", "-k", "sum")
    assert [(test.path, test.name) for test in symptom.tests] == [("tests/test_cart.py", "TestTotals.test_sum")]
    assert symptom.errors[-1].type == "AssertionError"
    assert "assert 4 == 2" in symptom.errors[-1].message


def test_pytest_locals_are_not_quoted_source(project: Path) -> None:
    symptom = run_pytest(project, "--showlocals", "tests/test_cart.py", "-k", "negative")
    assert symptom.frames[-1].code == 'raise ValueError("negative subtotal not allowed")'
    assert not any("Cart object at" in line or line.lstrip().startswith("line ") for line in symptom.code)
    assert symptom.errors[-1] == ("ValueError", "negative subtotal not allowed")


def test_pytest_without_tracebacks_still_tells_the_error(project: Path) -> None:
    symptom = run_pytest(project, "--tb=no", "-rf", "tests/test_cart.py", "-k", "negative")
    assert [(test.path, test.name) for test in symptom.tests] == [("tests/test_cart.py", "TestTotals.test_negative")]
    assert symptom.errors == (("ValueError", "negative subtotal not allowed"),)


def test_pytest_collection_errors(project: Path) -> None:
    symptom = run_pytest(project, "tests/test_broken.py", "tests/test_syntax.py")
    assert {test.path for test in symptom.tests} == {"tests/test_broken.py", "tests/test_syntax.py"}
    assert {error.type for error in symptom.errors} == {"ModuleNotFoundError", "SyntaxError"}
    assert ("tests/test_broken.py", 1, "<module>") in places(symptom)
    assert ("tests/test_syntax.py", 1, "") in places(symptom)


def test_unittest_through_pytest_and_alone(project: Path) -> None:
    ran = run_pytest(project, "tests/test_unit.py")
    alone = read_symptom(run(project, "-m", "unittest", "-v", "tests.test_unit"))
    names = {"CartCase.test_equal", "CartCase.test_parts", "CartCase.test_boom"}
    assert {test.name for test in ran.tests} == names
    assert {test.name for test in alone.tests} == names
    assert all(test.path.endswith("tests/test_unit.py") for test in (*ran.tests, *alone.tests))
    assert "tests.test_unit" in alone.names
    assert ("AssertionError", "0 != 1 : empty cart") in alone.errors
    assert ("ValueError", "negative subtotal not allowed") in alone.errors
    assert "unittest failure" in alone.kinds


def test_unittest_module_that_cannot_be_loaded(project: Path) -> None:
    symptom = read_symptom(run(project, "-m", "unittest", "tests.test_broken"))
    assert symptom.errors[-1] == ("ModuleNotFoundError", "No module named 'shop.missing'")
    assert "shop.missing" in symptom.names
    assert any(frame.path.endswith("tests/test_broken.py") for frame in symptom.frames)


@pytest.mark.parametrize(
    "arguments", [("-m", "doctest", "shop/cart.py"), ("-m", "pytest", "--doctest-modules", "shop")]
)
def test_doctest(project: Path, arguments: tuple[str, ...]) -> None:
    symptom = read_symptom(run(project, *arguments))
    assert "doctest failure" in symptom.kinds
    assert any(re.search(r"\bdouble\(2\)", line) for line in symptom.code)
    assert any("5" in error.message and "4" in error.message for error in symptom.errors)
    mentioned = {frame.path for frame in symptom.frames} | {place.path for place in symptom.places}
    assert any(path.endswith("shop/cart.py") for path in mentioned)
