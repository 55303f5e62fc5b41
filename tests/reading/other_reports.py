"""Reports of the test runners of every language but Ruby as they print them."""

from report_sample import Report

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

OTHER_REPORTS = (
    PYTEST, COLLECTION, UNITTEST, JEST, VITEST, MOCHA, PLAYWRIGHT, GO, CARGO, SUREFIRE, CATCH2, PHPUNIT, DOTNET, EXUNIT, GOOGLETEST, XCTEST, TAP,
)  # fmt: skip
