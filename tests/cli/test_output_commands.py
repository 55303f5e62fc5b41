"""normalize, recall, search, park, savings and charter as processes: text, JSON, exit codes, hostile bytes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

LONG = b"".join(b"tests/test_a.py::test_%d PASSED [ 10%%]\n" % n for n in range(200))


class Run(NamedTuple):
    code: int
    out: bytes
    err: str

    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.out)
        assert document["schema"] == 1
        return document


class Place(NamedTuple):
    root: Path
    home: Path

    def ck(self, *arguments: str, given: bytes = b"", **variables: str) -> Run:
        environ = {**os.environ, "CK_HOME": str(self.home), **variables}
        run = subprocess.run(
            [sys.executable, "-c", "from kernel.cli.main import main; main()", *arguments],
            cwd=self.root,
            env=environ,
            input=given,
            capture_output=True,
            check=False,
        )
        err = run.stderr.decode()
        assert "Traceback" not in err
        return Run(run.returncode, run.stdout, err)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    root = tmp_path / "repo"
    root.mkdir()
    return Place(root, tmp_path / "home")


def test_a_fold_can_be_recalled_by_the_command_that_it_names(place: Place) -> None:
    shown = place.ck("normalize", "--tool", "Bash", "--command", "pytest -v", "--exit-code", "0", given=LONG)
    marker = next(line for line in shown.out.decode().splitlines() if line.startswith("[ck: "))
    command = marker.rpartition("; ck ")[2].rstrip("]").split()
    found = place.ck(*command)
    assert found.code == 0
    lines = [line.partition("\t") for line in found.out.decode().splitlines()]
    assert [int(number) for number, _, _ in lines] == list(range(2, 200))
    assert "\n".join(text for _, _, text in lines).encode() == b"\n".join(LONG.splitlines()[1:199])


def test_normalize_tells_everything_as_json(place: Place) -> None:
    document = place.ck("normalize", "--command", "pytest -v", "--json", given=LONG).document()
    assert set(document) == {"schema", "text", "lines", "tokens_before", "tokens_after", "folds", "handle"}
    assert document["lines"] == 3 and document["handle"] == 1
    [fold] = document["folds"]
    assert (fold["start"], fold["end"], fold["lines"], fold["recogniser"]) == (2, 199, 198, "passing")
    assert fold["kind"] and fold["why"]
    assert document["tokens_after"] < document["tokens_before"] / 10


def test_no_park_stores_nothing(place: Place) -> None:
    document = place.ck("normalize", "--no-park", "--json", given=LONG).document()
    assert document["handle"] is None and "recall" not in document["text"]
    assert place.ck("park", "--json").document()["parked"] == []


@pytest.mark.parametrize(
    "given", [b"", b"\xff\xfe\x00\xed\xa0\x80\n", b"no end", "é\u2028ü\n".encode(), b"\x1b" * 3 + b"x\n"]
)
def test_bytes_that_are_not_folded_pass_as_they_are(place: Place, given: bytes) -> None:
    run = place.ck("normalize", "--tool", "Read", given=given)
    assert (run.code, run.out) == (0, given)


@pytest.mark.parametrize(
    "variables", [{"CK_MIN_TOKENS": "abc"}, {"CK_DISABLE": "1"}, {"CK_HOME": "/dev/null/x"}]
)
def test_normalize_fails_open(place: Place, variables: dict[str, str]) -> None:
    run = place.ck("normalize", "--tool", "Read", given=LONG, **variables)
    assert (run.code, run.out) == (0, LONG)


def test_a_store_that_would_forget_promises_no_handle(place: Place) -> None:
    run = place.ck("normalize", "--command", "pytest -v", given=LONG, CK_HOME="/dev/null/x")
    assert (run.code, run.out) == (0, LONG)


def test_a_folder_that_is_not_there_still_passes_the_output_on(place: Place) -> None:
    run = place.ck("normalize", "--cwd", "/nowhere/at/all", given=LONG)
    assert (run.code, run.out) == (0, LONG)


def test_recall_prints_nothing_that_steers_a_terminal(place: Place) -> None:
    place.ck("normalize", given=b"\x1b]0;title\x07\x1b[2Jred\x1b[0m \x9b31m \xc2\x9b5m \xff end\n")
    out = place.ck("recall", "#1").out
    assert b"red" in out and b"end" in out
    assert not set(out) & (set(range(32)) - {9, 10})
    assert not any("\x7f" <= c <= "\x9f" for c in out.decode())


@pytest.mark.parametrize(
    "given",
    [
        b"\x1b]0;title\x07\x1b[2Jred\x1b[0m \x9b31m \xc2\x9b5m \xff \xed\xb2\x80 end\n",
        b"a\r\nb\r\n\x00c\n\n\n", b"no end of line \x1b[31m", b"\n", b"one\n\x1b[0m",
    ],
)  # fmt: skip
def test_a_raw_recall_gives_the_bytes_back(place: Place, given: bytes) -> None:
    place.ck("normalize", given=given)
    run = place.ck("recall", "1", "--raw")
    assert (run.code, run.out, run.err) == (0, given, "")
    assert place.ck("recall", "1", "--raw", "--json").code == 2


def test_a_raw_recall_of_a_part_is_that_part_alone(place: Place) -> None:
    place.ck("normalize", given=b"one\n\x1b[31mtwo\nthree")
    assert place.ck("recall", "1", "--raw", "--lines", "2").out == b"\x1b[31mtwo\n"
    assert place.ck("recall", "1", "--raw", "--lines", "2-").out == b"\x1b[31mtwo\nthree"
    run = place.ck("recall", "1", "--raw", "--grep", "four")
    assert (run.code, run.out) == (1, b"") and "matches" in run.err


def test_a_search_that_was_stopped_does_not_say_that_nothing_matches(place: Place) -> None:
    place.ck("normalize", given=b"a" * 60 + b"!\n")
    for arguments in (("recall", "1", "--grep", "(a+)+$"), ("search", "--regex", "(a+)+$")):
        run = place.ck(*arguments)
        assert run.code == 1 and "stopped after 5 s" in run.err and "before the search ended" in run.err
        assert "matches" not in run.err and "no parked output holds" not in run.err


def test_an_output_that_is_too_large_is_passed_on(place: Place) -> None:
    line = b"tests/test_a.py::test_1 PASSED [ 10%] \xff\n"
    large = line * (100_000_000 // len(line) + 2)
    run = place.ck("normalize", "--command", "pytest -v", given=large)
    assert run.code == 0 and run.out == large and "100 MB" in run.err
    assert place.ck("park", "--json").document()["parked"] == []
    assert place.ck("normalize", "--json", given=large).code == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("recall", "1", "--around", ""), 2),
        (("recall", "1", "--around", " "), 2),
        (("recall", "1", "--grep", ""), 2),
        (("search", ""), 2),
        (("search", "--regex", ""), 2),
        (("recall", "1", "--lines", "2-3"), 0),
        (("recall", "1", "--lines", "199-"), 0),
        (("recall", "1", "--grep", "test_7 "), 0),
        (("recall", "1", "--grep", "nothing like it"), 1),
        (("recall", "2"), 1),
        (("recall", "1", "--lines", "3-2"), 2),
        (("recall", "1", "--lines", "x"), 2),
        (("recall", "1", "--grep", "("), 2),
        (("recall", "\x1b[31m"), 2),
        (("search", "TEST_7 "), 0),
        (("search", "nothing like it"), 1),
        (("search",), 2),
        (("search", "--regex", "["), 2),
        (("park", "purge", "1", "--days", "3"), 2),
        (("park", "purge", "7"), 1),
        (("park", "purge", "1"), 0),
        (("charter",), 1),
        (("charter", "undo"), 1),
        (("charter", "repair"), 1),
        (("charter", "save"), 2),
        (("charter", "get"), 1),
    ],
)
def test_exit_codes_are_honest(place: Place, arguments: tuple[str, ...], code: int) -> None:
    place.ck("normalize", "--command", "pytest -v", given=LONG)
    run = place.ck(*arguments)
    assert run.code == code
    assert bool(run.err) == (code != 0)
    assert len(run.err.splitlines()) <= (3 if code else 0)


def test_json_is_one_document_also_when_it_fails(place: Place) -> None:
    for arguments in (("recall", "9"), ("charter",), ("charter", "repair")):
        assert "error" in place.ck(*arguments, "--json").document()
    assert place.ck("search", "x", "--json").document()["hits"] == []


def test_the_ledger_says_n_and_that_tokens_are_estimates(place: Place) -> None:
    place.ck("normalize", "--command", "pytest -v", given=LONG)
    place.ck("recall", "1", "--lines", "1-9")
    document = place.ck("savings", "--json").document()
    assert document["n"] == 1 and document["estimated"] is True
    assert document["net"] == document["before"] - document["after"] - document["returned"]
    assert document["faults"] == 1, "output to a pipe is read by an agent"
    text = place.ck("savings").out.decode()
    assert "n = 1 " in text and "estimates" in text


def test_a_charter_from_standard_input_is_checked_repaired_and_taken_back(place: Place) -> None:
    (place.root / "a.py").write_text("one\ntwo\n")
    assert place.ck("charter", "set", given=b"Q: z\n").code == 0
    assert place.ck("charter", "save", given=b"Q: x\n1. [contract] y (a.py:2)\n").code == 0
    assert place.ck("charter", "get").out == b"Q: x\n1. [contract] y (a.py:2)\n"
    assert place.ck("charter", "check").code == 0
    (place.root / "a.py").write_text("zero\none\ntwo\n")
    assert b"drifted, now at line 3" in place.ck("charter").out
    assert place.ck("charter", "check").code == 1
    assert place.ck("charter", "repair").code == 0
    assert "(a.py:3)" in place.ck("charter", "--json").document()["text"]
    assert b"drifted" in place.ck("charter", "undo").out
    assert place.ck("charter", "clear").code == 0
    assert place.ck("charter").code == 1


def test_a_charter_is_edited_in_the_persons_editor(place: Place, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text(
        '#!/bin/sh\nprintf "Q: by hand\\n1. y (a.py:1)\\n" > "$1"\ntouch -d "+5 seconds" "$1"\n'
    )
    editor.chmod(0o755)
    run = place.ck("charter", "edit", EDITOR=str(editor), VISUAL="")
    assert run.code == 0, run.err
    assert place.ck("charter", "--json").document()["question"] == "by hand"
    assert place.ck("charter", "edit", EDITOR="true", VISUAL="").out == b"unchanged\n"
