"""Failures that an agent meets, and the slice that it is told for them: once, in time or later, never in a subagent."""

import sys
import time
from pathlib import Path

import pytest

from kernel.model.session import units
from kernel.service import sessions
from kernel.service.ambient import failure_in
from kernel.store.deliveries import NoticedFailures

sys.path.insert(0, str(Path(__file__).parent))
from told import SYMPTOM, Told, repository

OTHER = """FAILED tests/test_money.py::test_amounts_are_shown - AssertionError: assert '1' == '2'
Traceback (most recent call last):
  File "tests/test_money.py", line 9, in test_amounts_are_shown
    assert shown(100) == "1"
  File "shop/money.py", line 10, in shown
    raise ValueError("no such amount")
ValueError: no such amount
"""
REPORTS = {
    "cargo test": "running 1 test\ntest tests::adds ... FAILED\n\nfailures:\n\n---- tests::adds stdout ----\nthread 'tests::adds' panicked at src/lib.rs:12:9:\nassertion failed\n\ntest result: FAILED. 0 passed; 1 failed\n",
    "cargo build": "error[E0425]: cannot find value `totl` in this scope\n  --> src/main.rs:9:20\n   |\n9  |     print(totl);\n   |           ^^^^\n",
    "go build": "# example.com/shop\n./cart.go:14:9: undefined: dial\n",
    "go panic": "panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.total(...)\n\t/src/shop/cart.go:14\nexit status 2\n",
    "go test": "--- FAIL: TestTotal (0.00s)\n    cart_test.go:14: got 3, want 4\nFAIL\n",
    "tsc": "src/cart.ts(12,3): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    "rspec": "Failures:\n\n  1) Cart totals prices\n     Failure/Error: expect(cart.total).to eq(4)\n\n       expected: 4\n            got: 3\n     # ./spec/cart_spec.rb:12:in `block'\n\n1 example, 1 failure\n",
    "maven": "[ERROR] shop.CartTest.totals  Time elapsed: 0.01 s  <<< FAILURE!\njava.lang.AssertionError: expected:<4> but was:<3>\n\tat shop.CartTest.totals(CartTest.java:14)\n",
    "phpunit": "PHPUnit 10.5.1 by its authors.\n\nF   1 / 1 (100%)\n\nThere was 1 failure:\n\n1) CartTest::testTotal\nFailed asserting that 3 matches expected 4.\n\n/src/tests/CartTest.php:14\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n",
    "gcc": "cart.c: In function 'total':\ncart.c:14:9: error: 'totl' undeclared (first use in this function)\nmake: *** [cart.o] Error 1\n",
    "dotnet test": "  Failed Shop.CartTests.Totals [12 ms]\n  Error Message:\n   Assert.Equal() Failure\n  Stack Trace:\n     at Shop.CartTests.Totals() in /src/CartTests.cs:line 14\n",
    "dotnet build": "/src/Cart.cs(14,9): error CS0103: The name 'totl' does not exist in the current context [/src/Shop.csproj]\n",
    "ruby": "cart.rb:14:in `total': undefined method `price' for nil:NilClass (NoMethodError)\n\tfrom main.rb:3:in `<main>'\n",
    "elixir": "  1) test totals (CartTest)\n     test/cart_test.exs:10\n     Assertion with == failed\n     stacktrace:\n       test/cart_test.exs:12: (test)\n\n1 test, 1 failure\n",
    "jest": " FAIL  src/cart.test.js\n  ● Cart › totals\n\n    expect(received).toBe(expected)\n\n      at Object.<anonymous> (src/cart.test.js:14:20)\n",
    "vitest": " FAIL  src/cart.test.ts > Cart > totals\nAssertionError: expected 3 to be 4\n ❯ src/cart.test.ts:14:20\n",
    "pytest": "FAILED tests/test_cart.py::test_total - AssertionError: assert 3 == 4",
    "python": 'Traceback (most recent call last):\n  File "shop/cart.py", line 14, in total\n    return totl\nNameError: name \'totl\' is not defined\n',
    "node": "TypeError: Cannot read properties of undefined (reading 'price')\n    at total (/src/cart.js:14:9)\n",
}  # fmt: skip
NO_FAILURES = (
    "please rename the cart class and fix all the errors in the docs, it fails sometimes",
    "look at shop/cart.py:14 and make the function total faster",
    "diff --git a/s.py b/s.py\n--- a/s.py\n+++ b/s.py\n@@ -1,2 +1,2 @@\n-a\n+b\n",
    "tests/test_a.py::test_1 PASSED\n1 passed in 0.1s\n",
    "ls: cannot access 'x': No such file or directory",
    "src/a.py:3:    raise ValueError('error')\nsrc/b.py:7: error = 3\n",
    "cart.c:14:9: warning: unused variable 'x' [-Wunused-variable]\n",
    "error: pathspec 'x' did not match any file(s) known to git\n",
    "Why does `TypeError` occur in Python when I call len(5)? Please explain.",
)


@pytest.fixture
def agent(tmp_path: Path) -> Told:
    one = Told(tmp_path / "home", repository(tmp_path / "repo"))
    one.start()
    return one


def like(agent: Told, session: str = "s1", subagent: str = "", **variables: str) -> Told:
    return Told(agent.agent.home, agent.agent.cwd, session, subagent, **variables)


def is_slice(context: str) -> bool:
    return "Cart.checkout" in context and "Sufficiency: " in context


@pytest.mark.parametrize("tool", REPORTS)
def test_failures_of_any_language_are_noticed(tool: str) -> None:
    assert failure_in(REPORTS[tool]) is not None


@pytest.mark.parametrize("text", NO_FAILURES)
def test_what_is_no_failure_is_not_noticed(agent: Told, text: str) -> None:
    assert failure_in(text) is None
    assert agent.prompt(text) == "" and agent.fails(text) == ""


@pytest.mark.parametrize("way", ["prompt", "failure", "piped"])
def test_a_failure_gets_a_slice_with_what_is_missing_before_the_code(agent: Told, way: str) -> None:
    context = {
        "prompt": lambda: agent.prompt(f"Please fix this:\n{SYMPTOM}"),
        "failure": lambda: agent.fails(SYMPTOM, "pytest"),
        "piped": lambda: agent.bash(SYMPTOM, "pytest -q 2>&1 | tail -80").get("additionalContext", ""),
    }[way]()
    assert is_slice(context)
    head, _, code = context.partition("\n### ")
    assert "Sufficiency: " in head and "Blind spot: " in head and "ck slice" in head and "are left out" in head
    assert "def checkout" in code and units(context) <= 9_500


def test_a_failure_is_told_once_in_a_window(agent: Told) -> None:
    assert is_slice(agent.prompt(SYMPTOM))
    again = SYMPTOM.replace("0.61s", "0.75s").replace("0x7f3c5a1e9d50", "0x7f0000000000")
    assert agent.prompt(f"still:\n{again}") == "" and agent.fails(again) == ""
    agent.start("compact")
    assert is_slice(agent.fails(again))
    assert is_slice(like(agent, "s2").prompt(SYMPTOM))


def test_a_change_of_the_task_is_said_in_both_directions(agent: Told) -> None:
    assert "another task" not in agent.prompt(SYMPTOM)
    there = agent.fails(OTHER)
    assert there.startswith("ck: another task than before: now “ValueError: no such amount”, before “KeyError: 'card_token'”.")
    assert "shop/money.py" in there
    assert agent.fails(OTHER) == ""
    back = agent.prompt(SYMPTOM)
    assert back.startswith("ck: another task than before: now “KeyError: 'card_token'”, before “ValueError: no such amount”.")
    assert "was given earlier" in back and "def checkout" not in back
    assert agent.prompt(SYMPTOM) == ""
    assert "another task" in agent.fails(OTHER)


def test_what_a_window_was_shown_is_not_repeated_for_the_next_failure(agent: Told) -> None:
    first = agent.fails(SYMPTOM)
    second = agent.fails(SYMPTOM.replace("KeyError: 'card_token'", "KeyError: 'voucher'"))
    assert "were shown earlier in this session and are not repeated" in second or second == ""
    assert len(second) < len(first) / 2 and "def checkout" not in second
    cart = agent.agent.cwd / "shop" / "models" / "cart.py"
    cart.write_text(cart.read_text().replace('token = payload["card_token"]', 'token = payload["payment_token"]'))
    edited = agent.fails(SYMPTOM.replace("KeyError: 'card_token'", "KeyError: 'payment_token'"))
    assert "def checkout" in edited and 'payload["payment_token"]' in edited and "def total" not in edited
    agent.start("compact")
    assert is_slice(agent.fails(SYMPTOM))


def test_the_raw_mark_keeps_the_slice_away(agent: Told) -> None:
    assert agent.prompt(f"{SYMPTOM}\nck:raw") == ""
    assert agent.fails(SYMPTOM, "pytest # ck:raw") == ""
    assert agent.bash(SYMPTOM, "pytest | tail # ck:raw") == {}


@pytest.mark.parametrize("command", ["cat pytest.log", "ck recall 3", "git log -3", "grep -rn FAILED ."])
def test_old_reports_that_are_looked_up_are_no_failure(agent: Told, command: str) -> None:
    assert "additionalContext" not in agent.bash(SYMPTOM, command)


def test_subagents_are_not_told(agent: Told) -> None:
    sub = like(agent, subagent="a7")
    assert sub.fails(SYMPTOM) == "" and sub.bash(SYMPTOM, "pytest | tail").get("additionalContext") is None
    assert is_slice(agent.fails(SYMPTOM))


def test_the_setting_switches_it_off_and_limits_it(agent: Told) -> None:
    assert like(agent, CK_AMBIENT_TOKENS="0").prompt(SYMPTOM) == ""
    short = like(agent, CK_AMBIENT_TOKENS="500").prompt(SYMPTOM)
    assert is_slice(short) and len(short) < 2_500
    assert units(like(agent, "s2", CK_AMBIENT_TOKENS="100000").prompt(SYMPTOM)) <= 9_500


def test_what_is_not_ready_in_time_comes_with_the_next_event(agent: Told) -> None:
    hasty = like(agent, CK_AMBIENT_WAIT_MS="0")
    assert hasty.prompt(SYMPTOM) == ""
    wait_until_sliced(agent, 1)
    assert like(agent, subagent="a7").bash("a\n").get("additionalContext") is None
    assert is_slice(hasty.bash("a\n")["additionalContext"])
    assert hasty.bash("a\n") == {}


def test_of_several_that_are_late_only_the_newest_is_told(agent: Told) -> None:
    hasty = like(agent, CK_AMBIENT_WAIT_MS="0")
    assert hasty.prompt(SYMPTOM) == "" and OTHER not in hasty.fails(OTHER)
    wait_until_sliced(agent, 2)
    told = hasty.bash("a\n")["additionalContext"]
    assert "shop/money.py" in told and told.count("Sufficiency: ") == 1
    assert hasty.bash("a\n") == {}


def test_what_was_asked_before_a_compaction_is_not_told_after_it(agent: Told) -> None:
    hasty = like(agent, CK_AMBIENT_WAIT_MS="0")
    hasty.prompt(SYMPTOM)
    wait_until_sliced(agent, 1)
    hasty.start("compact")
    assert hasty.bash("a\n") == {}


def test_an_event_is_not_slower_than_the_wait_in_a_repository_that_takes_long(tmp_path: Path) -> None:
    folder = repository(tmp_path / "repo")
    for n in range(3_000):
        (folder / f"m{n}.py").write_text("".join(f"def card_token_{n}_{k}(payload):\n    return payload['card_token'], cart\n\n" for k in range(20)))
    one = Told(tmp_path / "home", folder, CK_AMBIENT_WAIT_MS="1", CK_HOOK_DEADLINE_MS="1900")
    one.start()
    started = time.monotonic()
    assert one.prompt(SYMPTOM) == ""
    assert time.monotonic() - started < 1.5
    wait_until_sliced(one, 1)
    assert is_slice(one.bash("a\n")["additionalContext"])


def test_nothing_is_told_where_nothing_matches_and_no_task_changes(agent: Told) -> None:
    agent.prompt(SYMPTOM)
    assert agent.prompt('Traceback (most recent call last):\n  File "zz/yy.py", line 3, in qqq\n    qqq()\nZzqError: qqz\n') == ""
    with agent.kernel() as kernel:
        assert sessions.session(kernel, "s1") is not None
        before = sessions.sessions(kernel)[0].task
    agent.fails(SYMPTOM)
    with agent.kernel() as kernel:
        assert sessions.sessions(kernel)[0].task == before


def test_a_store_that_keeps_nothing_tells_nothing(agent: Told, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    homeless = Told(tmp_path / "file" / "home", agent.agent.cwd)
    assert homeless.prompt(SYMPTOM) == ""


def test_a_home_folder_is_no_project(agent: Told) -> None:
    home = Told(agent.agent.home, agent.agent.home.parent)
    assert home.prompt(SYMPTOM) == ""
    with agent.kernel() as kernel:
        assert kernel.store.read(lambda db: db.execute("SELECT count(*) FROM noticed").fetchone()[0]) == 0


def test_where_a_failure_cannot_be_noted_the_projection_is_told_all_the_same(agent: Told) -> None:
    with agent.kernel() as kernel:
        kernel.store.write(lambda db: db.execute("CREATE TRIGGER no BEFORE INSERT ON noticed BEGIN SELECT RAISE(ABORT, 'no'); END"))
    passing = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
    told = agent.bash(f"{passing}{SYMPTOM}", "make check || true")
    assert "folded" in told["updatedToolOutput"]["stdout"] and "additionalContext" not in told


def test_secrets_of_a_prompt_are_not_stored(agent: Told) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    agent.prompt(f"{SYMPTOM}\ntoken = {secret}")
    for file in agent.agent.home.iterdir():
        assert secret.encode() not in file.read_bytes(), file


def wait_until_sliced(agent: Told, count: int) -> None:
    """Wait for the processes that slice aside."""
    end = time.monotonic() + 60
    with agent.kernel() as kernel:
        query = "SELECT count(*) FROM noticed WHERE state NOT IN ('pending', 'working')"
        while kernel.store.read(lambda db: db.execute(query).fetchone()[0]) < count:
            assert time.monotonic() < end, "no slice was made"
            time.sleep(0.02)
        assert not NoticedFailures(kernel.store).busy(kernel.repository.root, 0)
