"""Reads texts in shapes that a test cannot produce by running something: prefixed, wrapped, remote, boxed, prose."""

import json
import textwrap

import pytest

from kernel.model.symptom import Place, Symptom
from kernel.reading.symptoms import read_symptom

TRACE = textwrap.dedent(
    """\
    Traceback (most recent call last):
      File "/srv/shop/app.py", line 12, in main
        checkout(cart)
        ~~~~~~~~^^^^^^
      File "/srv/shop/cart.py", line 88, in checkout
        token = payload["card_token"]
                ~~~~~~~^^^^^^^^^^^^^^
    KeyError: 'card_token'
    """
)


def is_understood(symptom: Symptom) -> bool:
    """Whether the trace above was read whole."""
    return [frame[:4] for frame in symptom.frames] == [
        ("/srv/shop/app.py", 12, "main", "checkout(cart)"),
        ("/srv/shop/cart.py", 88, "checkout", 'token = payload["card_token"]'),
    ] and symptom.errors == (("KeyError", "'card_token'"),)


def prefixed(prefix: str) -> str:
    return "".join(f"{prefix}{line}\n" for line in TRACE.splitlines())


def counted(pattern: str) -> str:
    return "".join(f"{pattern % number}{line}\n" for number, line in enumerate(TRACE.splitlines(), 10))


@pytest.mark.parametrize(
    "text",
    [
        TRACE,
        TRACE.replace("\n", "\r\n"),
        TRACE.rstrip("\n"),
        "\x1b[31m" + TRACE.replace("File", "\x1b[1mFile\x1b[0m") + "\x1b[0m",
        "Some service failed, see below.\n\n" + TRACE + "\nWhat could it be?\n",
        "2026-03-01 10:00:00,123 ERROR shop.api could not check out\n"
        + TRACE
        + "2026-03-01 10:00:01,000 INFO next\n",
        prefixed("    "),
        prefixed("> "),
        prefixed("web-1  | "),
        prefixed("shop_worker_1 | "),
        prefixed("[2026-03-01 10:00:00] ERROR: "),
        prefixed("Mar 01 10:00:00 host shop[4711]: "),
        prefixed("E   "),
        counted("2026-03-01T10:00:%d.1234567Z "),
        counted("10:00:%d.001 worker-3 stderr F "),
        counted("%d | "),
        counted("worker %d: ").replace("worker 12", "worker 7").replace("worker 14", "worker 1003"),
        prefixed("py311: "),
    ],
)
def test_a_trace_is_read_behind_any_prefix(text: str) -> None:
    assert is_understood(read_symptom(text))


@pytest.mark.parametrize("ensure_ascii", [True, False])
def test_a_trace_inside_json(ensure_ascii: bool) -> None:
    line = json.dumps({"level": "error", "exc_info": TRACE, "naïve": 1}, ensure_ascii=ensure_ascii)
    symptom = read_symptom(line)
    assert [frame[:3] for frame in symptom.frames] == [
        ("/srv/shop/app.py", 12, "main"),
        ("/srv/shop/cart.py", 88, "checkout"),
    ]
    assert symptom.errors[-1].type == "KeyError"


def test_windows_paths_wrapped_at_the_width_of_a_terminal() -> None:
    text = (
        "Traceback (most recent call last):\n"
        '  File "C:\\Apps\\shop\\manage.py", line 10, in <module>\n    main()\n'
        '  File "C:\\Python311\\Lib\\site-packages\\django\\core\\management\\__init__.py", line\n'
        " 442, in execute\n    run()\n"
        '  File "C:\\Apps\\shop\\accounts\\migrations\\0002_copy_profiles.py", line 21, in c\n'
        "opy\n    raise Wrong(1)\n"
        "shop.errors.Wrong: no such column\n"
    )
    symptom = read_symptom(text)
    assert [(frame.line, frame.function, frame.library) for frame in symptom.frames] == [
        (10, "<module>", False),
        (442, "execute", True),
        (21, "copy", False),
    ]
    assert symptom.errors == (("shop.errors.Wrong", "no such column"),)


@pytest.mark.parametrize(
    ("path", "library"),
    [
        ("/usr/lib/python3.11/json/decoder.py", True),
        ("/usr/lib/python3/dist-packages/yaml/__init__.py", True),
        ("/srv/app/.venv/lib/python3.12/site-packages/anyio/_core.py", True),
        ("C:\\Python312\\Lib\\asyncio\\runners.py", True),
        ("<frozen importlib._bootstrap>", True),
        ("/home/me/.pyenv/versions/3.11.7/lib/python3.11/re/__init__.py", True),
        ("/srv/app/tools/decoder.py", False),
        ("src/lib/python/decoder.py", False),
        ("<string>", False),
        ("C:\\work\\lib\\tools.py", False),
    ],
)
def test_frames_of_libraries_are_told_apart_by_their_path(path: str, library: bool) -> None:
    symptom = read_symptom(
        f'Traceback (most recent call last):\n  File "{path}", line 3, in f\n    x()\nKeyError: 1\n'
    )
    assert [(frame.path, frame.library) for frame in symptom.frames] == [(path, library)]


def test_a_remote_traceback_is_said_once() -> None:
    remote = (
        f'billiard.einfo.RemoteTraceback: \n"""\n{TRACE}"""\n\nThe above exception was the direct cause of'
    )
    assert is_understood(read_symptom(f"{remote} the following exception:\n\n{TRACE}"))


def test_a_message_over_several_lines() -> None:
    text = (
        TRACE.replace("KeyError: 'card_token'", "AssertionError: one != two\n- one\n+ two\n")
        + "\nfurther log\n"
    )
    assert read_symptom(text).errors == (("AssertionError", "one != two\n- one\n+ two"),)


def test_a_message_that_lists_fields() -> None:
    listed = "2 errors for Item\nprice\n  required\nsku\n  too long"
    symptom = read_symptom(
        TRACE.replace("KeyError: 'card_token'", f"ValidationError: {listed}\n\nother text")
    )
    assert symptom.errors == (("ValidationError", listed),)


def test_a_missing_fixture() -> None:
    text = (
        "file /srv/tests/test_api.py, line 10\n  def test_get(clinet):\nE       fixture 'clinet' not found\n"
    )
    text += ">       available fixtures: cache, client\n>       use 'pytest --fixtures' for help.\n\n/srv/tests/test_api.py:10\n"
    symptom = read_symptom(text)
    assert symptom.errors == (("", "fixture 'clinet' not found"),)
    assert symptom.code == ()
    assert Place("/srv/tests/test_api.py", 10) in symptom.places


def test_an_exception_without_message() -> None:
    symptom = read_symptom(TRACE.replace("KeyError: 'card_token'", "shop.errors.Interrupted"))
    assert symptom.errors == (("shop.errors.Interrupted", ""),)
    assert symptom.title == 'Interrupted: token = payload["card_token"]'


def test_nested_groups_keep_every_leaf() -> None:
    text = textwrap.dedent(
        """\
          + Exception Group Traceback (most recent call last):
          |   File "/srv/run.py", line 1, in serve
          |     async with group():
          | ExceptionGroup: two failed (2 sub-exceptions)
          +-+---------------- 1 ----------------
            | Exception Group Traceback (most recent call last):
            |   File "/srv/pump.py", line 2, in pump
            |     async with inner():
            | ExceptionGroup: one failed (1 sub-exception)
            +-+---------------- 1 ----------------
              | Traceback (most recent call last):
              |   File "/srv/sink.py", line 3, in send
              |     raise SinkClosed(self.name)
              | relay.SinkClosed: metrics
              +------------------------------------
            +---------------- 2 ----------------
            | Traceback (most recent call last):
            |   File "/srv/beat.py", line 4, in beat
            |     self.last + self.every
            | TypeError: unsupported operand
            +------------------------------------
        """
    )
    symptom = read_symptom(text)
    assert [(frame.line, frame.function) for frame in symptom.frames] == [
        (1, "serve"),
        (2, "pump"),
        (3, "send"),
        (4, "beat"),
    ]
    assert [error.type for error in symptom.errors][-2:] == ["relay.SinkClosed", "TypeError"]


def test_a_notebook_traceback() -> None:
    text = textwrap.dedent(
        """\
        ---------------------------------------------------------------------------
        ValueError                                Traceback (most recent call last)
        Cell In[7], line 4
              3 b = load('b')
        ----> 4 both = align(a, b)
              5 both.head()

        File ~/eda/lib/frames.py:31, in align(a, b, on)
             29 def align(a, b, on):
        ---> 31     return a.merge(b, on=on)

        File ~/conda/lib/python3.12/site-packages/pandas/core/frame.py:10832, in DataFrame.merge(self, right)
        > 10832 return merge(

        MergeError: Merge keys are not unique
        """
    )
    symptom = read_symptom(text)
    assert tuple(frame[:5] for frame in symptom.frames) == (
        ("Cell In[7]", 4, "", "both = align(a, b)", False),
        ("~/eda/lib/frames.py", 31, "align", "return a.merge(b, on=on)", False),
        (
            "~/conda/lib/python3.12/site-packages/pandas/core/frame.py",
            10832,
            "DataFrame.merge",
            "return merge(",
            True,
        ),
    )
    assert symptom.errors == (("MergeError", "Merge keys are not unique"),)


def test_a_boxed_traceback() -> None:
    text = textwrap.dedent(
        """\
        ╭─────────────── Traceback (most recent call last) ────────────────╮
        │ /srv/shop/app.py:12 in main                                      │
        │                                                                  │
        │   11 def main():                                                 │
        │ ❱ 12     checkout(cart)                                          │
        │                                                                  │
        │ /srv/shop/cart.py:88 in checkout                                 │
        │                                                                  │
        │ ❱ 88 │   token = payload["card_token"]                           │
        ╰──────────────────────────────────────────────────────────────────╯
        KeyError: 'card_token'
        """
    )
    symptom = read_symptom(text)
    assert [frame[:3] for frame in symptom.frames] == [
        ("/srv/shop/app.py", 12, "main"),
        ("/srv/shop/cart.py", 88, "checkout"),
    ]
    assert symptom.frames[-1].code == 'token = payload["card_token"]'
    assert symptom.errors == (("KeyError", "'card_token'"),)


def test_a_worker_that_crashed_is_the_failing_test() -> None:
    text = (
        "2026-07-30T20:34:00.8454821Z tests/test_a.py::test_fine \n"
        "2026-07-30T20:34:01.1324821Z [gw5] [  0%] PASSED tests/test_a.py::test_fine \n"
        "2026-07-30T20:37:40.0000300Z worker 'gw5' crashed while running 'tests/test_mesh.py::TestMesh::test_no_echo'\n"
        "2026-07-30T20:37:40.0000500Z FAILED tests/test_mesh.py::TestMesh::test_no_echo\n"
    )
    symptom = read_symptom(text)
    assert [(test.path, test.name) for test in symptom.tests] == [("tests/test_mesh.py", "TestMesh.test_no_echo")]
    assert symptom.frames == ()


def test_the_log_of_a_test_is_not_its_error() -> None:
    text = textwrap.dedent(
        """\
        =================================== FAILURES ===================================
        ____________________________ test_month_end_rollover ____________________________

        frozen = FrozenClock(
            2026)

            def test_month_end_rollover(frozen):
        >       assert book.period() == 3
        E       assert 2 == 3

        tests/test_rates.py:88: AssertionError
        ------------------------------ Captured log call -------------------------------
        ERROR    ledger.clock:clock.py:31 tick() ignored
        E   this is printed by the program
        >   so is this
        =========================== short test summary info ============================
        FAILED tests/test_rates.py::test_month_end_rollover - assert 2 == 3
        """
    )
    symptom = read_symptom(text)
    assert [(test.path, test.name) for test in symptom.tests] == [("tests/test_rates.py", "test_month_end_rollover")]
    assert symptom.errors == (("AssertionError", "assert 2 == 3"),)
    assert symptom.code == ("def test_month_end_rollover(frozen):", "    assert book.period() == 3")
    assert Place("clock.py", 31) in symptom.places


def test_django_titles_give_module_class_and_method() -> None:
    text = (
        "FAIL: test_total (shop.tests.test_cart.CartTests.test_total) (quantity=3)\nTotals add up.\n"
        "----------------------------------------------------------------------\n" + TRACE + "\n"
        "ERROR: setUpClass (shop.tests.test_api.ApiTests)\n"
        "ERROR: shop.tests.test_gone (unittest.loader._FailedTest.shop.tests.test_gone)\n"
        "test_old (shop.tests.test_cart.CartTests) ... FAIL\n"
        "test_fine (shop.tests.test_cart.CartTests) ... ok\n"
    )
    symptom = read_symptom(text)
    assert [test.name for test in symptom.tests if test.name] == [
        "CartTests.test_total",
        "ApiTests",
        "CartTests.test_old",
    ]
    assert {"shop.tests.test_cart", "shop.tests.test_api", "shop.tests.test_gone"} <= set(symptom.names)


@pytest.mark.parametrize(
    ("text", "type_", "message"),
    [
        ("ValueError: negative subtotal not allowed", "ValueError", "negative subtotal not allowed"),
        ("I get shop.errors.CartError: cart is gone", "shop.errors.CartError", "cart is gone"),
        ("Task raised ValueError('not enough values')", "ValueError", "not enough values"),
        ("negative subtotal not allowed", "", "negative subtotal not allowed"),
    ],
)
def test_a_bare_message(text: str, type_: str, message: str) -> None:
    symptom = read_symptom(text)
    assert symptom.errors == ((type_, message),)
    assert symptom.kinds


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("look at shop/cart.py", Place("shop/cart.py")),
        ("look at shop/cart.py:88.", Place("shop/cart.py", 88)),
        ("shop/cart.py:88:14: F821 undefined name", Place("shop/cart.py", 88)),
        ("`shop/cart.py`, line 88", Place("shop/cart.py", 88)),
        ("(see shop/cart.py#L88)", Place("shop/cart.py", 88)),
        ("shop\\cart.py(88): wrong", Place("shop\\cart.py", 88)),
        ("C:\\work\\cart.py:88: wrong", Place("C:\\work\\cart.py", 88)),
        ("settings.toml is not read", Place("settings.toml")),
        ("shop/cart.py:12: DeprecationWarning: use total()", Place("shop/cart.py", 12)),
        ("coro=<poll() done, defined at /srv/ui/data.py:28> result=1", Place("/srv/ui/data.py", 28)),
    ],
)
def test_places_in_prose(text: str, place: Place) -> None:
    assert read_symptom(text).places == (place,)


@pytest.mark.parametrize(
    "text", ["see https://example.com/a/b.py", "we use Node.js here", "e.g. and/or i.e. 3.11.7"]
)
def test_what_only_looks_like_a_place(text: str) -> None:
    assert read_symptom(text).places == ()


def test_a_sentence_before_a_place_is_not_its_path() -> None:
    symptom = read_symptom("could not load module foo.py:12: KeyError\nE   KeyError: 'x'\n")
    assert symptom.frames == ()
    assert Place("foo.py", 12) in symptom.places


def test_a_type_checker_gives_places() -> None:
    symptom = read_symptom("shop/cart.py:88: error: Incompatible types\nFound 1 error in 1 file\n")
    assert symptom.places == (Place("shop/cart.py", 88),)
    assert symptom.kinds == ("paths",)


def test_names_in_prose() -> None:
    text = "Cart.checkout forgets the `discount` when shop.models.Order calls apply_rules() after OrderLine changed."
    names = set(read_symptom(text).names)
    assert {"Cart.checkout", "discount", "shop.models.Order", "apply_rules", "OrderLine"} <= names
    assert not names & {"forgets", "the", "when", "calls", "after", "changed"}


def test_a_named_test_in_prose() -> None:
    symptom = read_symptom("please make tests/test_cart.py::TestTotals::test_sum[2-3] pass")
    assert [(test.path, test.name) for test in symptom.tests] == [("tests/test_cart.py", "TestTotals.test_sum")]


def test_a_diff_gives_the_touched_lines_of_the_new_files() -> None:
    text = textwrap.dedent(
        """\
        diff --git a/shop/cart.py b/shop/cart.py
        index 1..2 100644
        --- a/shop/cart.py
        +++ b/shop/cart.py
        @@ -10,4 +10,5 @@ def checkout(self):
             a = 1
        -    b = 2
        +    b = 3
        +    c = 4
             d = 5
             e = 6
        @@ -40,3 +41,2 @@ class Cart:
             x = 1
        -    y = 2
             z = 3
        --- a/old.py
        +++ /dev/null
        @@ -1,2 +0,0 @@
        -gone
        -away
        --- /dev/null
        +++ b/new.py\t2026-01-01
        @@ -0,0 +1,2 @@
        +one
        +two
        """
    )
    symptom = read_symptom(text)
    assert symptom.places == (
        Place("shop/cart.py", 11, 12),
        Place("shop/cart.py", 42, 42),
        Place("old.py", 1, 1),
        Place("new.py", 1, 2),
    )
    assert symptom.kinds == ("diff",)
    assert {"checkout", "Cart"} <= set(symptom.names)
    assert symptom.title == "diff of shop/cart.py, old.py, new.py"


def test_a_title_is_one_short_line() -> None:
    symptom = read_symptom(TRACE.replace("'card_token'", "word " * 60))
    assert len(symptom.title) <= 100
    assert "\n" not in symptom.title
