"""Reports of test runners: which tests failed, what belongs to a failure, which lines total the run."""

from typing import NamedTuple

import pytest

from kernel.reading.block_readers import read_blocks
from kernel.reading.blocks import FAILURE, PASSED, SUMMARY, Block
from kernel.reading.margins import unmargined
from kernel.reading.vocabulary import shapes_of


class Report(NamedTuple):
    """``failed``: titles of failures (a part of each); ``inside``: a text in the block; ``total``: one in a summary line."""

    tool: str
    text: str
    failed: tuple[str, ...]
    inside: tuple[str, ...]
    total: str


PYTEST = Report(
    "pytest",
    """\
tests/test_a.py::test_one PASSED                                         [ 33%]
tests/test_a.py::test_two PASSED                                         [ 66%]
tests/test_a.py::test_month FAILED                                       [100%]

=================================== FAILURES ===================================
__________________________________ test_month __________________________________

    def test_month():
>       assert month() == 3
E       assert 2 == 3

tests/test_a.py:9: AssertionError
----------------------------- Captured stdout call -----------------------------
cache pinned
=========================== short test summary info ============================
FAILED tests/test_a.py::test_month - assert 2 == 3
========================= 1 failed, 2 passed in 0.12s ==========================
""",
    ("test_month",),
    ("assert month() == 3", "cache pinned"),
    "1 failed, 2 passed",
)
COLLECTION = Report(
    "pytest",
    """\
==================================== ERRORS ====================================
___________________ ERROR collecting tests/test_exports.py ____________________
tests/test_exports.py:4: in <module>
    import ledger
E   ModuleNotFoundError: No module named 'ledger'
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
1 error in 0.38s
""",
    ("ERROR collecting tests/test_exports.py",),
    ("No module named 'ledger'",),
    "Interrupted: 1 error",
)
UNITTEST = Report(
    "unittest",
    """\
test_ok (test_x.T.test_ok) ... ok
test_a (test_x.T.test_a) ... FAIL

======================================================================
FAIL: test_a (test_x.T.test_a)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/srv/x/test_x.py", line 5, in test_a
    self.assertEqual(1, 2)
AssertionError: 1 != 2

----------------------------------------------------------------------
Ran 2 tests in 0.001s

FAILED (failures=1)
""",
    ("test_a (test_x.T.test_a)",),
    ("AssertionError: 1 != 2",),
    "FAILED (failures=1)",
)
JEST = Report(
    "jest",
    """\
 PASS  src/a.test.ts
  ● Console

    console.error
      Warning: odd

 FAIL  src/quota.test.ts
  ● quota › resets at midnight

    expect(received).toBe(expected)

    Expected: 0
    Received: 7

      at Object.<anonymous> (src/quota.test.ts:32:28)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 3 passed, 4 total
""",
    ("quota › resets at midnight",),
    ("Received: 7", "quota.test.ts:32:28"),
    "1 failed, 3 passed, 4 total",
)
VITEST = Report(
    "vitest",
    """\
 ✓ src/b.test.ts (3 tests) 4ms
 ❯ src/a.test.ts (2 tests | 1 failed) 9ms
   × cart > total

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/a.test.ts > cart > total
AssertionError: expected [ 1, 2 ] to deeply equal [ 1, 3 ]

 ❯ src/a.test.ts:2:119

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 4 passed (5)
""",
    ("src/a.test.ts > cart > total",),
    ("expected [ 1, 2 ]", "src/a.test.ts:2:119"),
    "1 failed | 4 passed (5)",
)
MOCHA = Report(
    "mocha",
    """\
  cart
    ✔ is empty
    1) total

  1 passing (7ms)
  1 failing

  1) cart
       total:
     TypeError: Cannot read properties of null (reading 'x')
      at Context.<anonymous> (test/m.js:2:170)

""",
    ("cart",),
    ("reading 'x'", "test/m.js:2:170"),
    "1 failing",
)
PLAYWRIGHT = Report(
    "playwright",
    """\
Running 3 tests using 2 workers
  ✓  1 [chromium] › login.spec.ts:3:5 › opens (1.1s)
  ✘  2 [chromium] › cart.spec.ts:9:5 › adds an item (5.2s)

  1) [chromium] › cart.spec.ts:9:5 › adds an item ──────────────────

    Error: Timed out 5000ms waiting for expect(locator).toHaveText(expected)

    Expected string: "1"
    Received string: "0"

        at /srv/web/cart.spec.ts:14:31

  1 failed
    [chromium] › cart.spec.ts:9:5 › adds an item
  2 passed (7.9s)
""",
    ("cart.spec.ts:9:5 › adds an item",),
    ('Received string: "0"', "cart.spec.ts:14:31"),
    "2 passed (7.9s)",
)
GO = Report(
    "go test",
    """\
=== RUN   TestOK
--- PASS: TestOK (0.00s)
=== RUN   TestTotal
    cart_test.go:4: about to total
    cart_test.go:9: Total() = 1, want 2
--- FAIL: TestTotal (0.00s)
FAIL
FAIL\texample.net/shop\t0.006s
""",
    ("TestTotal",),
    ("about to total", "Total() = 1, want 2"),
    "FAIL\texample.net/shop",
)
CARGO = Report(
    "cargo test",
    """\
running 2 tests
test tests::ok ... ok
test tests::bad ... FAILED

failures:

---- tests::bad stdout ----
thread 'tests::bad' panicked at src/main.rs:4:64:
assertion `left == right` failed
  left: 2
 right: 3


failures:
    tests::bad

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
""",
    ("tests::bad",),
    ("right: 3", "src/main.rs:4:64"),
    "test result: FAILED. 1 passed; 1 failed",
)
SUREFIRE = Report(
    "junit",
    """\
[INFO] Running com.shop.CartTest
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.08 s <<< FAILURE! - in com.shop.CartTest
[ERROR] com.shop.CartTest.total  Time elapsed: 0.01 s  <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <119> but was: <100>
\tat com.shop.CartTest.total(CartTest.java:37)

[INFO] Results:
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
""",
    ("com.shop.CartTest.total",),
    ("expected: <119>", "CartTest.java:37"),
    "Tests run: 2, Failures: 1",
)
RSPEC = Report(
    "rspec",
    """\
..F

Failures:

  1) Cart totals
     Failure/Error: expect([1, 2]).to eq([1, 3])

       expected: [1, 3]
            got: [1, 2]
     # ./cart_spec.rb:4:in `block (2 levels) in <top (required)>'

Finished in 0.01883 seconds (files took 0.07515 seconds to load)
3 examples, 1 failure

Failed examples:

rspec ./cart_spec.rb:4 # Cart totals
""",
    ("Cart totals",),
    ("got: [1, 2]", "./cart_spec.rb:4"),
    "3 examples, 1 failure",
)
CATCH2 = Report(
    "catch2",
    """\
Randomness seeded to: 1234

~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
tests is a Catch2 v3.4.0 host application.
Run with -? for options

-------------------------------------------------------------------------------
adds up
-------------------------------------------------------------------------------
tests/cart.cpp:10
...............................................................................

tests/cart.cpp:12: PASSED:
  REQUIRE( one() == 1 )
with expansion:
  1 == 1

-------------------------------------------------------------------------------
carries the rate
  when empty
-------------------------------------------------------------------------------
tests/cart.cpp:20
...............................................................................

tests/cart.cpp:22: PASSED:
  REQUIRE( two() == 2 )
with expansion:
  2 == 2

tests/cart.cpp:23: FAILED:
  REQUIRE( rate() == 3 )
with expansion:
  4 == 3

-------------------------------------------------------------------------------
throws
-------------------------------------------------------------------------------
tests/cart.cpp:30
...............................................................................

tests/cart.cpp:31: FAILED:
due to unexpected exception with message:
  no rate for 3

===============================================================================
test cases: 3 | 1 passed | 2 failed
assertions: 4 | 2 passed | 2 failed
""",
    ("carries the rate / when empty", "throws"),
    ("4 == 3", "no rate for 3", "tests/cart.cpp:23: FAILED"),
    "test cases: 3 | 1 passed | 2 failed",
)
MINITEST = Report(
    "minitest",
    """\
Run options: -v --seed 61263

# Running:

CartTest#test_one = 0.00 s = .
CartTest#test_two = 0.00 s = .
CartTest#test_total = 0.01 s = F
CartTest#test_rate = 0.00 s = E

Finished in 0.017152s, 179.3628 runs/s, 178.0597 assertions/s.

  1) Failure:
CartTest#test_total [test/cart_test.rb:12]:
the total is off.
--- expected
+++ actual
@@ -1,2 +1,2 @@
-{:a=>1}
+{:a=>2}


  2) Error:
CartTest#test_rate:
ArgumentError: no rate for 3
    lib/cart.rb:4:in `rate'
    test/cart_test.rb:21:in `test_rate'

  3) Skipped:
CartTest#test_tax [test/cart_test.rb:30]:
not yet

  4) Failure:
a cart::when empty#test_0001_adds up [test/cart_spec.rb:9]:
Expected [1] to include 4.

308 runs, 307 assertions, 2 failures, 1 errors, 1 skips
""",
    ("CartTest#test_total", "CartTest#test_rate", "a cart::when empty#test_0001_adds up"),
    ("the total is off", "+{:a=>2}", "lib/cart.rb:4:in `rate'", "to include 4"),
    "2 failures, 1 errors, 1 skips",
)
RAILS = Report(
    "minitest",
    """\
Run options: --seed 5

# Running:

.........................E

Error:
SessionsControllerTest#test_should_log_in:
NoMethodError: undefined method `digest' for User:Class
    app/models/user.rb:7:in `remember'
    test/controllers/sessions_test.rb:6:in `block in <class:SessionsControllerTest>'

bin/rails test test/controllers/sessions_test.rb:5

.F

Failure:
UserTest#test_name_is_needed [/srv/app/test/models/user_test.rb:16]:
Expected true to be nil or false


bin/rails test test/models/user_test.rb:14

.....

Finished in 1.2s, 25.8 runs/s, 31.2 assertions/s.
31 runs, 52 assertions, 1 failures, 1 errors, 0 skips
""",
    ("SessionsControllerTest#test_should_log_in", "UserTest#test_name_is_needed"),
    ("undefined method `digest'", "app/models/user.rb:7", "Expected true to be nil or false"),
    "1 failures, 1 errors",
)
TEST_UNIT = Report(
    "minitest",
    """\
Loaded suite test/run
Started
CartTest:
  test_one:\t\t\t.: (0.000021)
  test_rate:\t\t\tE
===============================================================================
Error: test_rate(CartTest): ArgumentError: no rate for 3
lib/cart.rb:3:in `rate'
test/cart_test.rb:9:in `test_rate'
      8:   def test_rate
  =>  9:     Cart.new.rate(3)
     10:   end
===============================================================================
: (0.001196)
  test_total:\t\t\tF
===============================================================================
Failure: test_total(CartTest)
test/cart_test.rb:14:in `test_total'
total is off
<5> expected but was
<4>
===============================================================================
: (0.000854)

Finished in 0.0163 seconds.
-------------------------------------------------------------------------------
206 tests, 203 assertions, 1 failures, 1 errors, 1 pendings, 1 omissions, 0 notifications
97.561% passed
""",
    ("test_rate(CartTest)", "test_total(CartTest)"),
    ("no rate for 3", "Cart.new.rate(3)", "<5> expected but was"),
    "1 pendings, 1 omissions",
)
REPORTERS = Report(
    "minitest",
    """\
Started with run options --seed 53

 FAIL CartTest#test_total (0.01s)
        Expected: 5
          Actual: 4
        test/cart_test.rb:8:in `test_total'

ERROR["test_rate", CartTest, 0.2]
 test_rate#CartTest (0.20s)
        ArgumentError: no rate
            lib/cart.rb:3:in `rate'

CartTest
  test_one                                                        PASS (0.00s)
  test_tax                                                        FAIL (0.00s)
        Expected false to be truthy.
        test/cart_test.rb:30:in `test_tax'

Finished in 0.5s
4 tests, 4 assertions, 2 failures, 1 errors, 0 skips
""",
    ("CartTest#test_total", "test_rate", "test_tax"),
    ("Actual: 4", "no rate", "Expected false to be truthy."),
    "2 failures, 1 errors, 0 skips",
)
PHPUNIT = Report(
    "phpunit",
    """\
PHPUnit 10.5.2 by Sebastian Bergmann and contributors.

...F                                                                4 / 4 (100%)

There was 1 failure:

1) Shop\\Tests\\MoneyTest::testRounding
Failed asserting that 1.0 matches expected 1.1.

/srv/shop/tests/MoneyTest.php:44

FAILURES!
Tests: 4, Assertions: 9, Failures: 1.
""",
    ("MoneyTest::testRounding",),
    ("expected 1.1", "MoneyTest.php:44"),
    "Tests: 4, Assertions: 9, Failures: 1.",
)
DOTNET = Report(
    "dotnet test",
    """\
  Passed Shop.Tests.CartTests.Empty [3 ms]
  Failed Shop.Tests.CartTests.Total [12 ms]
  Error Message:
   Assert.Equal() Failure
Expected: 119
Actual:   100
  Stack Trace:
     at Shop.Tests.CartTests.Total() in /src/Shop.Tests/CartTests.cs:line 31

Failed!  - Failed:     1, Passed:     1, Skipped:     0, Total:     2, Duration: 20 ms
""",
    ("Shop.Tests.CartTests.Total",),
    ("Actual:   100", "CartTests.cs:line 31"),
    "Failed:     1, Passed:     1",
)
EXUNIT = Report(
    "exunit",
    """\
..

  1) test total (CartTest)
     test/cart_test.exs:5
     Assertion with == failed
     left:  [1, 2]
     right: [1, 3]
     stacktrace:
       test/cart_test.exs:6: (test)

Finished in 0.07 seconds (0.07s on load, 0.00s async, 0.00s sync)
3 tests, 1 failure

Randomized with seed 339268
""",
    ("test total (CartTest)",),
    ("right: [1, 3]", "test/cart_test.exs:6"),
    "3 tests, 1 failure",
)
GOOGLETEST = Report(
    "ctest",
    """\
[==========] Running 2 tests from 1 test suite.
[ RUN      ] Ring.Empty
[       OK ] Ring.Empty (0 ms)
[ RUN      ] Ring.Wrap
/srv/k/ring_test.cc:21: Failure
Expected equality of these values:
  ring.size()
    Which is: 3
  4
[  FAILED  ] Ring.Wrap (0 ms)
[  PASSED  ] 1 test.
[  FAILED  ] 1 test, listed below:
""",
    ("/srv/k/ring_test.cc:21",),
    ("Which is: 3",),
    "[  FAILED  ] 1 test",
)
XCTEST = Report(
    "xctest",
    """\
Test Case '-[KVTests.StoreTests testOpen]' started.
Test Case '-[KVTests.StoreTests testOpen]' passed (0.001 seconds).
Test Case '-[KVTests.StoreTests testPut]' started.
/Users/ci/kv/Tests/StoreTests.swift:31: error: -[KVTests.StoreTests testPut] : XCTAssertEqual failed: ("1") is not equal to ("2")
Test Case '-[KVTests.StoreTests testPut]' failed (0.012 seconds).
Executed 2 tests, with 1 failure (0 unexpected) in 0.013 (0.014) seconds
** TEST FAILED **
""",
    ("StoreTests.swift:31",),
    ('("1") is not equal to ("2")',),
    "** TEST FAILED **",
)
TAP = Report(
    "tap",
    """\
TAP version 13
ok 1 - opens
not ok 2 - total
  ---
  error: |-
    Expected values to be strictly deep-equal:
  stack: |-
    TestContext.<anonymous> (/srv/js/n.js:2:86)
  ...
1..2
# tests 2
# fail 1
""",
    ("total",),
    ("/srv/js/n.js:2:86",),
    "# fail 1",
)
REPORTS = (
    PYTEST, COLLECTION, UNITTEST, JEST, VITEST, MOCHA, PLAYWRIGHT, GO, CARGO, SUREFIRE, RSPEC, CATCH2, MINITEST, RAILS, TEST_UNIT, REPORTERS, PHPUNIT, DOTNET, EXUNIT, GOOGLETEST, XCTEST, TAP,
)  # fmt: skip
EACH = pytest.mark.parametrize("report", [pytest.param(r, id=f"{r.tool}-{n}") for n, r in enumerate(REPORTS)])


def blocks(text: str, tool: str) -> list[Block]:
    lines = text.split("\n")
    found = read_blocks(unmargined(lines), "\n".join(shapes_of(lines)))
    return [block for block in found if block.tool == tool]


def text_of(lines: list[str], block: Block) -> str:
    return "\n".join(lines[block.start : block.end])


@EACH
def test_each_failure_is_one_block_with_what_it_printed(report: Report) -> None:
    failures = [block for block in blocks(report.text, report.tool) if block.kind == FAILURE]
    assert [part in block.title for part, block in zip(report.failed, failures, strict=True)] == [True] * len(
        failures
    )
    assert all(block.failing for block in failures)
    inside = "\n".join(text_of(report.text.split("\n"), block) for block in failures)
    assert [part for part in report.inside if part not in inside] == []
    assert report.total not in inside


@EACH
def test_the_total_is_vital(report: Report) -> None:
    lines = report.text.split("\n")
    totals = [block for block in blocks(report.text, report.tool) if block.kind == SUMMARY]
    assert report.total in "\n".join(text_of(lines, block) for block in totals)
    assert all(block.vital == ((block.start, block.end),) for block in totals)


@EACH
def test_no_failure_is_told_as_passed(report: Report) -> None:
    lines = report.text.split("\n")
    passed = "\n".join(
        text_of(lines, block) for block in blocks(report.text, report.tool) if block.kind == PASSED
    )
    for word in (*report.inside, report.total, "FAIL", "not ok", "✘", "×"):
        assert word not in passed


@EACH
def test_failures_are_read_behind_the_stamps_of_a_log(report: Report) -> None:
    stamped = "".join(f"2026-11-03T10:00:00.123Z {line}\n" for line in report.text.splitlines())
    failures = [block for block in blocks(stamped, report.tool) if block.kind == FAILURE]
    assert [block.title for block in failures] == [
        block.title for block in blocks(report.text, report.tool) if block.kind == FAILURE
    ]


def test_warnings_of_one_kind_share_a_key() -> None:
    entries = "".join(
        f"tests/test_a.py::test_{n}\n  /srv/shop/{n}.py:{n}: DeprecationWarning: f{n}() is deprecated\n    f()\n\n"
        for n in range(1, 5)
    )
    other = "tests/test_b.py::test_q\n  /srv/shop/db.py:9: ResourceWarning: unclosed connection\n    gc()\n\n"
    text = f"=== warnings summary ===\n{entries}{other}-- Docs: https://x\n=== 5 passed, 5 warnings in 0.1s ===\n"
    found = [block for block in blocks(text, "pytest") if block.frames]
    assert [block.frames[0].frame.line for block in found] == [1, 2, 3, 4, 9]
    assert len({block.key for block in found}) == 2
    assert not any(block.failing for block in found)
