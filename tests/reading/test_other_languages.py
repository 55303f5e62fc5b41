"""Symptoms of other languages than Python: frames with the raising one last, the error, the failing tests."""

import pytest
from trace_samples import SAMPLES, Sample

from kernel.model.symptom import TestId as NamedTest
from kernel.reading.symptoms import read_symptom

PYTHONS = ("python", "ipython", "python box")
OTHERS = [pytest.param(s, id=f"{s.tool}-{n}") for n, s in enumerate(SAMPLES) if s.tool not in PYTHONS]


RAISED = {"php": (("/srv/shop/src/Money.php", 27),)}
"""PHP tells where an exception was made in its message only, and no numbered frame is that place."""


def in_project_form(path: str) -> str:
    """A Java frame prints the file's name alone; the symptom adds the folders of its package."""
    return f"com/shop/{path}" if path.endswith(".java") else path


@pytest.mark.parametrize("sample", OTHERS)
def test_own_frames_are_read_with_the_raising_one_last(sample: Sample) -> None:
    own = [(f.path, f.line) for f in read_symptom(sample.text).frames if not f.library]
    expected = [(in_project_form(path), line) for path, line in (*RAISED.get(sample.tool, ()), *sample.own)]
    assert set(own) == set(expected)
    assert own[-1] == expected[0]


@pytest.mark.parametrize(
    ("text", "type_", "message"),
    [
        ('Exception in thread "main" java.lang.IllegalStateException: no rate\n\tat a.B.c(B.java:4)\n', "java.lang.IllegalStateException", "no rate"),
        ("TypeError: x is not a function\n    at f (/a/b.js:3:4)\n", "TypeError", "x is not a function"),
        ("Unhandled exception. System.IO.IOException: full\n   at A.B.C() in /a/b.cs:line 3\n", "System.IO.IOException", "full"),
        ("a.rb:1:in `f': no price (NoMethodError)\n\tfrom a.rb:3:in `<main>'\n", "NoMethodError", "no price"),
        ("thread 'main' panicked at src/a.rs:3:4:\nindex out of bounds\n", "", "index out of bounds"),
        ("panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/b.go:3 +0x1\n", "", "panic: boom"),
        ("PHP Fatal error:  Uncaught A\\B\\CartError: no price in /a/b.php:3\nStack trace:\n#0 /a/c.php(4): f()\n#1 {main}\n", "A\\B\\CartError", "no price"),
        ("src/a.c:3:4: error: expected ';' before 'return'\n", "", "expected ';' before 'return'"),
        ("src/a.ts(3,4): error TS2304: Cannot find name 'x'.\n", "", "TS2304: Cannot find name 'x'."),
    ],
)  # fmt: skip
def test_the_decisive_error_is_read(text: str, type_: str, message: str) -> None:
    error = read_symptom(text).errors[-1]
    assert (error.type, error.message) == (type_, message)


def test_failing_tests_of_a_runner_are_read() -> None:
    text = (
        " FAIL  src/quota.test.ts\n  ● quota › resets at midnight\n\n    expect(received).toBe(expected)\n\n    Expected: 0\n    Received: 7\n\n"
        "      at Object.<anonymous> (src/quota.test.ts:32:28)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n"
    )
    symptom = read_symptom(text)
    assert [test.name for test in symptom.tests] == ["quota > resets at midnight"]
    assert ("src/quota.test.ts", 32) in [(f.path, f.line) for f in symptom.frames]


def test_a_warning_is_no_error() -> None:
    assert read_symptom("src/a.c:3:4: warning: unused variable 'x' [-Wunused-variable]\n").frames == ()


def test_what_a_go_test_logged_names_its_file_and_the_package_that_ran() -> None:
    text = "--- FAIL: TestTotal (0.00s)\n    cart_test.go:9: got 3, want 2\n        more of it\nFAIL\nFAIL\texample.com/shop/cart\t0.002s\nFAIL\n"
    symptom = read_symptom(text)
    assert [(f.path, f.line, f.folder) for f in symptom.frames] == [("cart_test.go", 9, "example.com/shop/cart")]
    assert symptom.tests == (NamedTest("", "TestTotal", "example.com/shop/cart"),)
    assert symptom.errors[-1].message == "got 3, want 2"
    alone = read_symptom("--- FAIL: TestTotal (0.00s)\n    cart_test.go:9: got 3, want 2\nFAIL\nexit status 1\n")
    assert [f.path for f in alone.frames] == ["cart_test.go"]
