"""What shortening tools were seen to lose: each loss as a test."""

import pytest

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan


def shown(text: str, command: str = "", exit_code: int | None = None) -> str:
    return algebra.render(plan(ToolOutput(text, "Bash", command, "", exit_code)), text, 412)


def passing(count: int, module: str) -> str:
    return "".join(f"tests/{module}.py::test_{n} PASSED [ {n % 100:2}%]\n" for n in range(count))


STEPS = "".join(f"building module {n} of the thing in folder {n * 7}\n" for n in range(150))


def test_the_assertion_in_the_middle_of_a_verbose_run() -> None:
    failure = (
        "=================================== FAILURES ===================================\n"
        "____________________________________ test_x ____________________________________\n\n"
        "    def test_x():\n>       assert f() == 8\nE       assert 7 == 8\n\ntests/t.py:9: in test_x\n"
    )
    end = "=========================== short test summary info ============================\nFAILED tests/t.py::test_x\n"
    text = shown(passing(150, "a") + passing(150, "b") + failure + end, "pytest -v", 1)
    assert failure in text and end in text
    assert text.count("\n") < 30


@pytest.mark.parametrize(
    "frame",
    [
        '  File "/srv/shop/cart.py", line 31, in total\n    return self.rate * n\n           ~~~~~~~~~~^~~',
        "    at total (/srv/shop/cart.js:31:9)",
        "error[E0308]: mismatched types\n  --> src/cart.rs:9:20\n   |\n9  |     total(3);\n   |           ^ expected `Money`",
        "\tat com.shop.Cart.total(Cart.java:31)",
    ],
)
def test_frames_and_carets_of_the_project(frame: str) -> None:
    head = (
        ""
        if "-->" in frame
        else "Traceback (most recent call last):\n"
        if "File" in frame
        else "Error: no rate\n"
    )
    text = STEPS + head + frame + "\n" + STEPS
    assert frame in shown(text, "make", 1)


def test_the_reason_of_a_failed_go_test() -> None:
    passed = "".join(f"=== RUN   Test{n}\n--- PASS: Test{n} (0.00s)\n" for n in range(300))
    failed = "    x_test.go:9: got 1, want 2\n--- FAIL: TestBad (0.00s)\n"
    text = shown(passed + "=== RUN   TestBad\n" + failed + passed + "FAIL\nexit status 1\n", "go test -v", 1)
    assert failed in text and "exit status 1" in text
    assert len(text) < 800


def test_changed_lines_that_begin_with_signs_twice() -> None:
    text = "diff --git a/k.c b/k.c\n--- a/k.c\n+++ b/k.c\n@@ -1,4 +1,4 @@\n ctx\n-++i;\n+--j;\n--- old comment\n ctx\n"
    assert text in shown(STEPS + text, "make diff", 0) + "\n"


@pytest.mark.parametrize(
    "line",
    [
        "exit status 2", "make: *** [all] Stop.", "Segmentation fault (core dumped)", "OOMKilled", "HTTP/1.1 500 Internal",
        "CRITICAL: disk", "Caused by: lease", "checksum mismatch", "deadlock detected", "Assertion violated", "✖ 3 problems", "Killed",
        "bus error", "returned non-zero", "the odd one out",
    ],
)  # fmt: skip
def test_one_odd_line_among_hundreds_of_look_alikes(line: str) -> None:
    for exit_code in (None, 0, 1):
        assert line in shown(STEPS + line + "\n" + STEPS, "./x", exit_code).splitlines()


@pytest.mark.parametrize("word", ["default", "skilled", "room", "zoom", "scrape"])
def test_words_that_only_contain_a_word_of_trouble(word: str) -> None:
    text = "".join(f"{word} number {n} is placed in folder {n * 7}\n" for n in range(400))
    assert len(shown(text, "./x", 0)) < len(text) / 4


def test_text_with_windows_line_ends() -> None:
    rows = [f"{n} {chr(97 + n % 26) * (1 + n % 9)}" for n in range(30)]
    assert shown("".join(f"{row}\r\n" for row in rows)).splitlines() == rows


def test_hyperlinks_and_titles() -> None:
    text = "\x1b]8;;https://x.example\x1b\\docs\x1b]8;;\x1b\\ \x1b]0;title\x07ok\x1b(B\n"
    assert shown(text) == "docs ok\n"


def test_no_output_is_called_good_that_did_not_say_so() -> None:
    text = STEPS + "Traceback (most recent call last):\n" + STEPS
    words = shown(text, "pytest", None)
    assert not any(word in words.lower() for word in ("passed", "no tests", "success", " ok"))


def test_a_diff_inside_of_a_failure_makes_no_content_of_what_passed() -> None:
    failed = "  1) Failure:\nCartTest#test_total [test/cart.rb:9]:\n--- expected\n+++ actual\n@@ -1,2 +1,2 @@\n-a\n+b\n same\n\n"
    passed = "".join(f"CartTest#test_{n} = 0.00 s = .\n" for n in range(200))
    text = shown(passed + failed + "201 runs, 201 assertions, 1 failures, 0 errors, 0 skips\n", "rake test", 1)
    assert failed.rstrip("\n") in text and "1 failures" in text
    assert len(text) < 700
