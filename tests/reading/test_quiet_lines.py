"""What a report says of tests that passed, and what only warns, is no part of what failed."""

import pytest

from kernel.model.symptom import Place
from kernel.reading.symptoms import read_symptom
from kernel.slicing.query import query_words

MOCHA = """
  parser
    configuration
      ✔ splits marigold.js at commas
      1) keeps negative numbers

  354 passing (190ms)
  1 failing

  1) parser
       configuration
         populate--
           keeps negative numbers:

      AssertionError: expected [ 1 ] to deeply equal [ -1 ]
      at Context.<anonymous> (test/parser.mjs:2901:33)
"""

CARGO = """
warning: unexpected `cfg` condition name: `marigold`
  --> src/lib.rs:66:12
   |
66 | #![cfg(marigold)]
   |        ^^^^^^^^

running 2 tests
test sorts_marigold ... ok
test parses ... FAILED

failures:

---- parses stdout ----

thread 'parses' panicked at tests/version.rs:15:5:
assertion `left == right` failed
  left: "unexpected end"
 right: "empty string"

failures:
    parses

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.16s
"""

TAP = """TAP version 13
# Subtest: grows the marigold
ok 1 - grows the marigold
  ---
  duration_ms: 0.5
  ...
# Subtest: parses the empty version
not ok 2 - parses the empty version
  ---
  error: 'unexpected end'
  stack: |-
    TestContext.<anonymous> (/home/u/proj/test/version.test.js:7:10)
  ...
1..2
# tests 2
# pass 1
# fail 1
"""


@pytest.mark.parametrize("text", [MOCHA, CARGO, TAP], ids=["mocha", "cargo", "tap"])
def test_that_words_of_what_passed_do_not_count(text: str) -> None:
    words = query_words(read_symptom(text))
    assert "marigold" not in words
    assert words.keys() & {"negative", "unexpected", "empty"}


def test_that_places_of_warnings_and_passed_tests_are_no_places_of_a_failure() -> None:
    assert Place("src/lib.rs", 66) not in read_symptom(CARGO).places
    assert all("marigold" not in place.path for place in read_symptom(MOCHA).places)


def test_that_a_text_with_nothing_but_warnings_is_about_them() -> None:
    warning = CARGO.partition("running 2 tests")[0]
    symptom = read_symptom(warning)
    assert symptom.quiet == ()
    assert "marigold" in query_words(symptom)
    assert [place.line for place in symptom.places] == [66]


def test_that_a_line_of_a_failure_counts_even_where_a_passed_test_printed_it_too() -> None:
    text = MOCHA.replace("      ✔ splits marigold.js at commas", "      ✔ splits marigold.js at commas\n" * 2)
    text = text.replace("AssertionError: expected", "✔ splits marigold.js at commas\n      AssertionError: expected")
    assert "marigold" in query_words(read_symptom(text))


def test_that_a_mocha_failure_has_all_its_titles() -> None:
    (test,) = read_symptom(MOCHA).tests
    assert test.name == "parser > configuration > populate-- > keeps negative numbers"


def test_that_labels_of_jasmine_are_no_titles() -> None:
    text = "Failures:\n1) parser keeps numbers\n  Message:\n    Expected 1 to be -1.\n  Stack:\n    at <Jasmine>\n\n3 specs, 1 failure\n"
    assert [test.name for test in read_symptom(text).tests] == ["parser keeps numbers"]


def test_that_frames_of_libraries_lend_no_words() -> None:
    text = MOCHA.rstrip("\n") + "\n      at process.processMarigold (node:internal/timers:483:21)\n"
    symptom = read_symptom(text)
    assert "marigold" not in query_words(symptom)
    assert any(frame.library for frame in symptom.frames)


def test_that_files_which_cargo_ran_are_not_named_in_the_text() -> None:
    text = CARGO.replace("running 2 tests", "     Running unittests src/lib.rs (target/debug/deps/a-1)\n\nrunning 2 tests")
    assert Place("src/lib.rs") not in read_symptom(text).places


@pytest.mark.parametrize("project", ["", "|unit| "])
def test_that_vitest_prints_the_file_before_the_titles_of_a_test(project: str) -> None:
    text = (
        f" FAIL  {project}tests/doc/flow.ts > maps > adds a comma\nAssertionError: expected 1 to be 2\n ❯ tests/doc/flow.ts:7:3\n\n"
        "⎯⎯⎯⎯⎯⎯[1/1]⎯\n\n Test Files  1 failed (1)\n"
    )
    assert [(test.path, test.name) for test in read_symptom(text).tests] == [("tests/doc/flow.ts", "maps > adds a comma")]


def test_that_a_panic_of_several_paragraphs_keeps_its_backtrace() -> None:
    text = (
        "thread 'text' (7) panicked at tests/ast.rs:50:5:\nassertion `left == right` failed\n  left: Document:\n\n right: Document:\n\n"
        "stack backtrace:\n   0: rust_begin_unwind\n             at /rustc/5980/library/std/src/panicking.rs:689:5\n"
        "   1: ast::actual\n             at ./tests/ast.rs:50:5\n   2: ast::text\n             at ./tests/ast.rs:199:9\n"
    )
    frames = [(f.path, f.line) for f in read_symptom(text).frames if not f.library]
    assert ("./tests/ast.rs", 50) in frames
    assert ("./tests/ast.rs", 199) in frames


def test_that_a_panic_ends_before_the_next_one() -> None:
    text = (
        "thread 'a' panicked at src/a.rs:1:1:\nlost\n\nthread 'b' panicked at src/b.rs:2:2:\nfound\nstack backtrace:\n   0: b::g\n"
        "             at ./src/b.rs:2:2\n"
    )
    assert [error.message for error in read_symptom(text).errors] == ["lost", "found"]


def test_that_hints_of_runners_are_no_words() -> None:
    text = CARGO.replace("\nfailures:\n    parses", "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\nfailures:\n    parses")
    assert not query_words(read_symptom(text)).keys() & {"backtrace", "environment", "rust_backtrace"}


@pytest.mark.parametrize(
    "warning",
    [
        "..DEPRECATED: global use of marigold from test/spec_marigold.rb:150. Use _(obj).marigold instead.",
        "(node:4711) [DEP0040] DeprecationWarning: The `marigold` module of lib/marigold.js is deprecated.",
        "/home/u/proj/lib/marigold.rb:12: warning: method marigold redefined",
    ],
)
def test_that_loose_warnings_do_not_count_beside_a_failure(warning: str) -> None:
    symptom = read_symptom(warning + "\n" + CARGO.replace("marigold", "aster"))
    assert "marigold" not in query_words(symptom)
    assert not [place for place in symptom.places if "marigold" in place.path]
    assert "marigold" in query_words(read_symptom(warning + "\n"))
