"""Losses that come in kinds: each kind in all of its forms, not in the one that was seen first."""

import random
import re

import pytest

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan

MARKER = re.compile(r"\[ck: \d+ lines? folded, (\d+)-(\d+): .*\]")
STEPS = "".join(f"building module {n} of the thing in folder {n * 7}\n" for n in range(150))


def shown(
    text: str, command: str = "", tool: str = "Bash", path: str = "", exit_code: int | None = None
) -> str:
    made = plan(ToolOutput(text, tool, command, path, exit_code))
    assert algebra.unfold(made, text) == text
    return algebra.render(made, text, 412)


@pytest.mark.parametrize("tool", ["Bash", "Read", "Grep", "WebFetch", "mcp__a__b"])
@pytest.mark.parametrize("end", ["\r\n", "\r\r\n", "\n\r", "\r"])
def test_no_kind_of_line_end_loses_a_line(tool: str, end: str) -> None:
    rows = [f"{n} {chr(97 + n % 26) * (1 + n % 9)}" for n in range(40)]
    text = shown("".join(row + end for row in rows), tool=tool, path="/a.py" if tool == "Read" else "")
    assert [row.strip() for row in re.split(r"[\r\n]+", text) if row.strip()] == rows


FAILURES = {
    "pytest": "    def test_x():\n>       assert f() == 8\nE       assert 7 == 8\n\ntests/t.py:9: AssertionError\n",
    "pytest with words": "    def test_x():\n>       check(cart)\n\ntests/t.py:9: \n_ _ _ _ _ _ _ _ _ _\ntests/h.py:4: in check\n    raise Odd(cart)\nE   shop.Odd: cart 7\n",
    "unittest": "FAIL: test_x (t.T.test_x)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n"
    '  File "/srv/shop/t.py", line 9, in test_x\n    self.assertEqual(f(), 8)\nAssertionError: 7 != 8\n',
    "jest": "  ● cart › adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 8\n    Received: 7\n\n"
    "      at Object.<anonymous> (src/cart.test.js:9:5)\n",
    "go": "--- FAIL: TestX (0.00s)\n    x_test.go:9: got 7, want 8\n",
    "rust": "---- cart::adds stdout ----\nthread 'cart::adds' panicked at src/cart.rs:9:5:\nassertion `left == right` failed\n  left: 7\n right: 8\n",
    "rspec": "  1) Cart adds\n     Failure/Error: expect(f).to eq 8\n\n       expected: 8\n            got: 7\n\n       (compared using ==)\n     # ./spec/cart_spec.rb:9:in `block (2 levels) in <top (required)>'\n",
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES.keys())
@pytest.mark.parametrize("exit_code", [1, None])
def test_every_line_of_a_failure_stands_together(failure: str, exit_code: int | None) -> None:
    text = shown(STEPS + failure + STEPS, "make test", exit_code=exit_code)
    assert failure in text
    assert len(text) < len(failure) + len(STEPS)


TRACES = {
    "python": (
        "Traceback (most recent call last):\n",
        '  File "/usr/lib/python3.11/site-packages/django/core/handlers/h{n}.py", line {n}, in inner\n    return get_{n}(request)\n',
        '  File "/srv/shop/cart.py", line 31, in total\n    return self.rate * n\n',
        "TypeError: unsupported operand\n",
    ),
    "node": (
        "TypeError: Cannot read properties of undefined (reading 'rate')\n",
        "    at layer{n} (/srv/shop/node_modules/express/lib/router/layer{n}.js:{n}:5)\n",
        "    at total (/srv/shop/cart.js:31:9)\n",
        "",
    ),
    "java": (
        "java.lang.IllegalStateException: no rate\n",
        "\tat org.springframework.web.Filter{n}.doFilter(Filter{n}.java:{n})\n",
        "\tat com.shop.Cart.total(Cart.java:31)\n",
        "Caused by: java.lang.NullPointerException: rate\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("parts", TRACES.values(), ids=TRACES.keys())
def test_of_a_deep_trace_the_own_frame_and_the_message_stay_and_the_frameworks_frames_go(
    parts: tuple[str, ...],
) -> None:
    head, library, own, end = parts
    deep = "".join(library.replace("{n}", str(n)) for n in range(40))
    text = shown(STEPS + head + deep + own + deep + end + STEPS, "./serve", exit_code=1)
    assert head in text and own in text and end in text
    assert len(text) < len(deep)


FORMS = ["request {} took {} ms", "{},{}", "{}\t{}", "[{}] latency={}ms", "GET /items/{} 200 {}ms", "id={} t={}s"]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("odd", ["903", "-5", "nan", "0.001"])
def test_the_number_that_stands_out_is_shown_in_any_form(form: str, odd: str) -> None:
    dice = random.Random(3)
    rows = [form.format(n, dice.randint(10, 20)) for n in range(400)]
    rows[200] = form.format(200, odd)
    text = shown("\n".join(rows) + "\n", "./bench", exit_code=0)
    assert rows[200] in text.split("\n")
    assert len(text) < 0.4 * len("\n".join(rows))


@pytest.mark.parametrize(
    "words",
    ["no failures", "0 errors, 0 warnings", "use the import of final results", "public static thing", "type x", "restrictions apply",
     "Strict mode on", "error-free so far", "failover is ready"],
)  # fmt: skip
def test_words_that_only_sound_like_trouble_or_code_do_not_flood(words: str) -> None:
    text = "".join(f"{words} in part {n} at {n * 3}\n" for n in range(400))
    assert len(shown(text, "./x", exit_code=0)) < len(text) / 8


def test_300_warnings_that_differ_in_file_and_variable_become_three_with_the_count() -> None:
    text = "".join(
        f"src/f{n}.c:{n}:5: warning: unused variable 'v{n}' [-Wunused-variable]\n  {n} |   int v{n};\n      |       ^~\n"
        for n in range(300)
    )
    got = shown(text, "make", exit_code=0)
    assert "src/f0.c:0:5: warning: unused variable 'v0'" in got and len(got) < len(text) / 20
    gone = [(int(match[1]), int(match[2])) for match in map(MARKER.fullmatch, got.split("\n")) if match]
    assert sum(end - start + 1 for start, end in gone) + got.count("\n") - len(gone) == 900


def test_what_steers_a_terminal_is_not_shown() -> None:
    text = "a\x1b(0qqq\x1b(B b\x08c \x1b]8;;http://x.example\x07link\x1b]8;;\x07\x1b]0;title\x1b\\\x1b[2J\x1b[?25l!\n"
    assert shown(text) == "aqqq c link!\n"


MINIFIED = "".join(f"var a{n}=function(b){{return b+{n}}};" for n in range(5000))


@pytest.mark.parametrize(
    "output",
    [ToolOutput(MINIFIED, "Bash", "cat a.js"), ToolOutput(MINIFIED, "Read", "", "/x/a.min.js"), ToolOutput(MINIFIED, "mcp__x__y"),
     ToolOutput(MINIFIED, "WebFetch", "https://x.example/a.js"), ToolOutput(MINIFIED, "Grep", "return")],
    ids=lambda output: output.tool,
)  # fmt: skip
def test_one_endless_line_shrinks_whatever_tool_printed_it(output: ToolOutput) -> None:
    text = shown(*output[:1], tool=output.tool, command=output.command, path=output.path)
    assert len(text) < 2000 and "ck recall 412" in text


def test_numbers_in_markers_are_the_files_own_whatever_stands_between() -> None:
    """Blank runs and trailing white space do not shift them, with the file's numbers printed or not."""
    body = "def f{n}(a):  \n" + "".join(f"    value_{k} = a * {k}\t\n\n\n" for k in range(20)) + "\n\n\n\n"
    source = "".join(body.replace("{n}", str(n)) for n in range(60))
    lines = source.split("\n")
    ranges = [(at + 1, at + 61) for at, line in enumerate(lines) if line.startswith("def ")]
    made = plan(ToolOutput(source, "Read", "", "/x/a.py"), outline=lambda path, text: ranges)
    assert len(made.folds()) > 20
    at = 0
    for line in algebra.render(made, source, 412).split("\n"):
        marker = MARKER.fullmatch(line)
        if marker is None:
            assert line == lines[at]
            at += 1
        else:
            assert int(marker[1]) == at + 1
            assert not any(text.startswith("def ") for text in lines[at : int(marker[2])])
            at = int(marker[2])
    assert at == len(lines)


def package_tree(direct: int, below: int) -> tuple[list[str], str]:
    names = [f"{word}@{n}.2.1" for n, word in enumerate((dir(str) + dir(bytes) + dir(int))[:direct])]
    rows = ["shop@1.0.0 /srv/shop"]
    for name in names:
        rows.append(f"├─┬ {name}")
        rows += [f"│ ├── inner-{name.partition('@')[0]}-{n}@3.{n}.0{' deduped' if n % 3 else ''}" for n in range(below)]
    rows.insert(len(rows) // 2, "│ ├── UNMET DEPENDENCY left-pad@^1.3.0")
    return names, "\n".join([*rows, "└── zod@3.1.0", ""])


@pytest.mark.parametrize(("direct", "below"), [(12, 40), (60, 5)])
def test_of_a_tree_of_packages_the_direct_ones_are_named_and_the_unmet_one_is_shown(direct: int, below: int) -> None:
    names, text = package_tree(direct, below)
    got = shown(text, "npm ls --all", exit_code=1)
    assert [name for name in names if name not in got] == []
    assert "│ ├── UNMET DEPENDENCY left-pad@^1.3.0\n" in got and "└── zod@3.1.0" in got
    assert len(got) < 0.5 * len(text)
