"""Failures that TAP writers report: node's own runner, tap, bats; and that Go's reports are no pytest ones."""

from kernel.reading.symptoms import read_symptom

NODE = """\
TAP version 13
# Subtest: keeps the cart
    # Subtest: adds
    ok 1 - adds
      ---
      duration_ms: 0.2
      ...
    # Subtest: totals
    not ok 2 - totals # time=3ms
      ---
      duration_ms: 1.0
      location: '/repo/test/cart.test.js:9:5'
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:

        3 !== 2

      code: 'ERR_ASSERTION'
      stack: |-
        total (/repo/lib/cart.js:7:3)
        Array.forEach (<anonymous>)
        TestContext.<anonymous> (/repo/test/cart.test.js:12:14)
        async Test.run (node:internal/test_runner/test:796:25)
      ...
    1..2
"""
SPEC = """\
✖ totals the cart (3.1ms)
  AssertionError [ERR_ASSERTION]: 3 == 2
      at total (/repo/lib/cart.js:7:3)

✖ failing tests:
"""
TAP = """\
 FAIL  test/cart.js
 ✖ should be equal

  test: test/cart.js totals
  stack: |
    test/cart.js:50:7
    Array.forEach (<anonymous>)
    Test.<anonymous> (test/cart.js:44:5)
"""
BATS = """\
1..2
ok 1 prints usage
not ok 2 resolves links
# (from function `assert_success' in file test/help.bash, line 46,
#  in test file test/hooks.bats, line 66)
#   `assert_success' failed
"""
GO = "--- FAIL: TestEncode (0.00s)\n    --- FAIL: TestEncode/tables (0.00s)\n        encode_test.go:12: \n            have:\n            \tA = 1\nFAIL\n"


def places(text: str) -> list[tuple[str, int | None, str]]:
    """Own frames in their order: path, line, function."""
    return [(frame.path, frame.line, frame.function) for frame in read_symptom(text).frames if not frame.library]


def test_node_gives_frames_the_raising_one_last_and_what_was_said() -> None:
    symptom = read_symptom(NODE)
    assert places(NODE) == [("/repo/test/cart.test.js", 12, "TestContext.<anonymous>"), ("/repo/lib/cart.js", 7, "total")]
    assert [test.name for test in symptom.tests] == ["totals"]
    assert symptom.errors[-1].message == "Expected values to be strictly equal:"


def test_a_test_is_named_without_its_time_and_a_heading_is_none() -> None:
    symptom = read_symptom(SPEC)
    assert [test.name for test in symptom.tests] == ["totals the cart"]
    assert symptom.errors[-1].message.endswith("3 == 2")


def test_tap_and_bats_give_their_frames() -> None:
    assert places(TAP) == [("test/cart.js", 44, "Test.<anonymous>"), ("test/cart.js", 50, "")]
    assert places(BATS) == [("test/hooks.bats", 66, ""), ("test/help.bash", 46, "assert_success")]
    assert read_symptom(BATS).title == "`assert_success' failed"


def test_indented_lines_of_another_runner_are_no_source() -> None:
    assert read_symptom(GO).code == ()
    assert places(GO) == [("encode_test.go", 12, "")]
