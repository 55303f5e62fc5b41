"""The registered hook as a process, with the harness's own JSON: what it replaces, and that it never harms."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner

import kernel
from kernel.cli.main import cli
from kernel.hooks import registered_command
from kernel.service.kernel import open_kernel
from kernel.service.ledger import ledger
from kernel.service.log import read_log
from kernel.service.recall import parked_output

PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
BASH = {"stdout": PASSING, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
SOURCE = "import os\n" + "".join(
    f"\n\ndef handle_{n}(request):\n"
    + "".join(f"    total_{k} = request.amount_{k} * {n} + os.getpid() % {k + 1}\n" for k in range(30))
    for n in range(60)
)


class Hook:
    """The registered command in a repository of its own."""

    def __init__(self, tmp_path: Path) -> None:
        self.home, self.repository = tmp_path / "home", tmp_path / "repo"
        self.repository.mkdir()
        self.environment = {"CK_HOME": str(self.home), "HOME": str(tmp_path), "PATH": os.environ["PATH"]}

    def payload(self, tool: str, response: Any, **asked: Any) -> dict[str, Any]:
        return {
            "session_id": "5f0c", "transcript_path": "/x/5f0c.jsonl", "cwd": str(self.repository), "prompt_id": "p",
            "hook_event_name": "PostToolUse", "permission_mode": "default", "tool_name": tool, "tool_input": asked,
            "tool_response": response, "tool_use_id": f"toolu_{uuid4().hex}", "duration_ms": 12,
        }  # fmt: skip

    def run(self, given: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            registered_command("claude"), input=given, capture_output=True, check=False, timeout=60,
            env={**self.environment, **environment}, cwd="/",
        )  # fmt: skip

    def answer(self, tool: str, response: Any, **asked: Any) -> Any:
        """The replacement; None where the hook says nothing."""
        done = self.run(json.dumps(self.payload(tool, response, **asked)).encode())
        assert (done.returncode, done.stderr) == (0, b"")
        if not done.stdout:
            return None
        told = json.loads(done.stdout)["hookSpecificOutput"]
        assert told["hookEventName"] == "PostToolUse"
        return told["updatedToolOutput"]

    def log(self) -> str:
        return "\n".join(entry.message for entry in read_log(str(self.home)))

    def original(self, handle: int) -> str:
        with open_kernel(str(self.repository), self.environment) as kernel:
            return parked_output(kernel, handle).original


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    return Hook(tmp_path)


def test_a_bash_output_is_replaced_by_its_whole_object_and_recalled_to_the_byte(hook: Hook) -> None:
    got = hook.answer("Bash", BASH, command="pytest -v")
    assert {**got, "stdout": ""} == {**BASH, "stdout": ""}
    assert len(got["stdout"]) < len(PASSING) / 10 and "ck recall 1 --lines" in got["stdout"]
    assert hook.original(1) == PASSING


def test_a_persisted_output_is_read_whole_and_shown_without_the_harness_preview(
    hook: Hook, tmp_path: Path
) -> None:
    whole = PASSING * 20
    (tmp_path / "toolu_1.txt").write_text(whole)
    persisted = {
        "persistedOutputPath": str(tmp_path / "toolu_1.txt"),
        "persistedOutputSize": len(whole),
    }
    got = hook.answer("Bash", {**BASH, "stdout": whole[:30_000], **persisted}, command="pytest -v")
    assert not [key for key in got if key.startswith("persisted")]
    assert len(got["stdout"]) < 28_000
    assert hook.original(1) == whole
    gone = {**persisted, "persistedOutputPath": str(tmp_path / "gone.txt")}
    assert hook.answer("Bash", {**BASH, **gone}, command="pytest -v") is None


def test_a_read_keeps_its_object_and_tells_true_line_numbers(hook: Hook) -> None:
    lines = SOURCE.split("\n")
    file = {
        "filePath": "/r/views.py",
        "content": SOURCE,
        "numLines": len(lines),
        "startLine": 1,
        "totalLines": len(lines),
    }
    got = hook.answer("Read", {"type": "text", "file": file}, file_path="/r/views.py")
    shown = got["file"]["content"].split("\n")
    assert got["file"]["numLines"] == len(shown) < len(lines) / 2
    assert {**got["file"], "content": "", "numLines": 0} == {**file, "content": "", "numLines": 0}
    off = 0
    for at, line in enumerate(shown):
        if line.startswith("[ck: "):
            off = int(line.rpartition(" are ")[2].partition(" ")[0])
        else:
            assert lines[at + off] == line


@pytest.mark.parametrize("start", [2, 500, None, "1"])
def test_a_window_of_a_file_stays_as_it_is(hook: Hook, start: Any) -> None:
    file = {"filePath": "/r/views.py", "content": SOURCE, "numLines": 1, "startLine": start, "totalLines": 9}
    assert hook.answer("Read", {"type": "text", "file": file}, file_path="/r/views.py") is None


def test_lists_of_files_and_matches_keep_their_shape(hook: Hook) -> None:
    names = [f"/r/src/package/module_{n}/file_{n}.py" for n in range(900)]
    got = hook.answer(
        "Glob", {"durationMs": 3, "numFiles": 900, "filenames": names, "truncated": False}, pattern="**"
    )
    assert len("".join(got["filenames"])) < len("".join(names)) and got["numFiles"] == 900
    assert hook.original(1) == "\n".join(names)
    text = "\n".join(f"/r/src/app.py:{n}:    log.error('request %s failed', request_{n})" for n in range(900))
    matches = {"mode": "content", "numFiles": 1, "filenames": [], "content": text, "numLines": 900}
    got = hook.answer("Grep", matches, pattern="log.error")
    assert len(got["content"]) < len(text) and {**got, "content": text} == matches


def test_what_an_mcp_tool_says_is_replaced_in_its_own_form(hook: Hook) -> None:
    rows = json.dumps([{"id": n, "state": "done", "owner": "ci"} for n in range(900)], indent=1)
    assert len(hook.answer("mcp__ci__jobs", rows)) < len(rows) / 2
    blocks = [
        {"type": "image", "data": "aGk="},
        {"type": "text", "text": rows, "_meta": {"a": 1}},
        {"type": "text", "text": "ok"},
    ]
    got = hook.answer("mcp__ci__jobs", blocks)
    assert [got[0], got[2], {**got[1], "text": rows}] == [blocks[0], blocks[2], blocks[1]]
    assert len(got[1]["text"]) < len(rows) / 2


def test_nothing_is_said_of_what_gains_nothing(hook: Hook) -> None:
    assert hook.answer("Bash", {**BASH, "stdout": "fine\n"}, command="true") is None
    assert hook.answer("Bash", {**BASH, "stdout": "", "backgroundTaskId": "b1"}, command="sleep 9") is None
    assert hook.answer("Read", {"type": "file_unchanged", "file": {"filePath": "/a"}}) is None
    assert hook.log() == ""


def test_the_same_call_twice_makes_no_claim_about_the_context(hook: Hook) -> None:
    """A payload does not tell how often the window was compacted."""
    for _ in range(2):
        got = hook.answer("Bash", BASH, command="pytest -v")
        assert "unchanged since" not in got["stdout"]


@pytest.mark.parametrize(
    ("tool", "response"),
    [
        ("Bash", {"output": "x" * 9000}),
        ("Bash", PASSING),
        ("Read", {"type": "text", "file": 3}),
        ("mcp__a__b", {"secret": PASSING}),
    ],
)
def test_an_unknown_shape_is_left_alone_and_its_keys_are_logged(hook: Hook, tool: str, response: Any) -> None:
    assert hook.answer(tool, response, command="pytest -v") is None
    if (tool, isinstance(response, dict)) != ("Read", True):
        assert "unknown shape" in hook.log() and tool in hook.log()
    assert "PASSED" not in hook.log() and "xxx" not in hook.log()


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"\n",
        b"not json",
        b"[1]",
        b"null",
        b"\xff\xfe\x00",
        b'{"tool_name": 3}',
        b"[" * 100_000,
        b'{"hook_event_name": "PostToolUse"',
    ],
)
def test_broken_input_is_no_answer(hook: Hook, given: bytes) -> None:
    done = hook.run(given)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_folder_that_is_gone_a_switch_and_another_program_are_no_answer(hook: Hook) -> None:
    payload = hook.payload("Bash", BASH, command="pytest -v")
    given = json.dumps(payload).encode()
    for done in (
        hook.run(json.dumps({**payload, "cwd": "/no/such/folder"}).encode()),
        hook.run(given, CK_DISABLE="1"),
        hook.run(given, CURSOR_VERSION="1.7"),
        hook.run(json.dumps({**payload, "cursor_version": "1.7"}).encode()),
        hook.run(given, CK_HOME="/proc/nowhere"),
        hook.run(given, CK_HOOK_DEADLINE_MS="1"),
    ):
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "deadline" in hook.log()
    assert hook.run(given).stdout


def test_a_locked_store_is_no_answer_and_is_logged(hook: Hook) -> None:
    hook.answer("Bash", BASH, command="pytest -v")
    other = sqlite3.connect(hook.home / "kernel.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert hook.answer("Bash", BASH, command="pytest -v") is None
    finally:
        other.close()
    assert "StoreBusy" in hook.log()


def test_bytes_that_are_no_text_survive(hook: Hook) -> None:
    odd = PASSING + "\ud800\x00\x1b[31m\udcff\n"
    got = hook.answer("Bash", {**BASH, "stdout": odd}, command="pytest -v \udc80")
    assert len(got["stdout"]) < len(odd) and hook.original(1) == odd


def test_the_registered_command_is_printed_an_argument_a_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["hook", "--argv", "claude"], env={"CK_HOME": str(tmp_path)})
    arguments = result.output.splitlines()
    assert arguments[:4] == [sys.executable, "-I", "-S", "-c"] and len(arguments) == 5
    assert Path(arguments[0]).is_absolute() and str(tmp_path) in arguments[4]


def test_the_command_answers_as_the_registered_one_does(hook: Hook) -> None:
    given, other = (json.dumps(hook.payload("Bash", BASH, command="pytest -v")).encode() for _ in range(2))
    start = [sys.executable, "-c", "from kernel.cli.main import main; main()", "hook", "claude"]
    done = subprocess.run(
        start, input=given, capture_output=True, check=True, env=hook.environment, cwd=hook.repository
    )
    assert (
        json.loads(done.stdout).keys() == json.loads(hook.run(other).stdout).keys() == {"hookSpecificOutput"}
    )


def bundle_of(hook: Hook) -> Path:
    return next(hook.home.glob("hook.*.bin"))


def test_modules_are_kept_in_one_private_file_and_used_from_it(hook: Hook) -> None:
    first = hook.answer("Bash", BASH, command="pytest -v")
    bundle = bundle_of(hook)
    assert bundle.stat().st_mode & 0o777 == 0o600
    written = bundle.stat().st_mtime_ns
    again = hook.answer("Bash", BASH, command="pytest -v")
    assert again["stdout"].replace("recall 2", "recall 1") == first["stdout"]
    assert bundle.stat().st_mtime_ns == written


@pytest.mark.parametrize("damage", [b"", b"\0\0\0\0", b"\xff" * 4000])
def test_a_damaged_file_of_modules_is_passed_over_and_written_anew(hook: Hook, damage: bytes) -> None:
    for at in "ab":  # the second output needs more than the first: what became of that is judged
        hook.answer("Bash", BASH, command=f"pytest -v tests/{at}")
    bundle = bundle_of(hook)
    sound = bundle.stat().st_size
    for at, spoilt in enumerate((damage, bundle.read_bytes()[:-1000] + b"x" * 1000)):
        bundle.write_bytes(spoilt)
        assert hook.answer("Bash", BASH, command=f"pytest -v tests/{at}") is not None
        assert abs(bundle.stat().st_size - sound) < sound // 10
    assert hook.log() == ""


def test_a_later_hook_compiles_no_pattern_and_loads_no_library_for_it(hook: Hook) -> None:
    python, *rest = registered_command("claude")
    for at in range(3):
        given = json.dumps(hook.payload("Bash", BASH, command=f"pytest -v tests/{at}")).encode()
        done = subprocess.run(
            [python, "-X", "importtime", *rest], input=given, env=hook.environment, capture_output=True, check=True
        )
    assert b"lines folded" in done.stdout
    loaded = {line.rpartition(b"|")[2].strip() for line in done.stderr.splitlines()}
    assert b"kernel.tokens" in loaded
    assert loaded & {b"re", b"json", b"enum", b"sqlite3", b"typing", b"hashlib", b"datetime"} == set()


def test_a_changed_source_is_loaded_and_not_what_was_kept_of_it(hook: Hook, tmp_path: Path) -> None:
    shutil.copytree(Path(kernel.__file__).parent, tmp_path / "copy" / "kernel")
    environment = {**hook.environment, "PYTHONPATH": str(tmp_path / "copy")}
    code = "from kernel.hooks import registered_command as r; import json; print(json.dumps(r('claude')))"
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True, cwd="/")
    command = json.loads(told.stdout)

    def shown() -> str:
        given = json.dumps(hook.payload("Bash", BASH, command="pytest -v")).encode()
        done = subprocess.run(command, input=given, env=hook.environment, capture_output=True, check=True)
        return str(json.loads(done.stdout)["hookSpecificOutput"]["updatedToolOutput"]["stdout"])

    assert "lines folded" in shown()
    source = tmp_path / "copy" / "kernel" / "projection" / "algebra.py"
    source.write_text(source.read_text().replace("lines folded, {span.start}", "lines gone, {span.start}").replace('"lines"', '"rows"'))
    assert "rows folded" in shown()


def matches_of(lines: int) -> str:
    """Matches in two files: half of them of one shape, half of words that no two share."""
    alike = [f"/r/src/app.py:{n}:    log.error('request %s failed', request_{n})" for n in range(lines // 2)]
    odd = [f"/r/src/m{n}.py:{n}: " + " ".join(f"{(n + k) * 7919 % 99991:x}" for k in range(12)) for n in range(lines // 2)]
    return "\n".join([*alike, *odd])


@pytest.mark.parametrize(
    ("tool", "field", "cap", "lines"), [("Grep", "content", 20_000, 500), ("Grep", "content", 20_000, 1_400), ("mcp__a__b", "", 50_000, 1_400)]
)
def test_what_replaces_an_output_is_never_longer_than_the_harness_shows(hook: Hook, tool: str, field: str, cap: int, lines: int) -> None:
    text = matches_of(lines)
    assert len(text) > cap
    response = {"mode": "content", "numFiles": 0, "filenames": [], "content": text, "numLines": lines} if field else text
    got = hook.answer(tool, response, pattern="x")
    assert got is None or len(got[field] if field else got) < cap
    with open_kernel(str(hook.repository), hook.environment) as kernel:
        totals = ledger(kernel)
    assert totals.before < 2_000


def test_texts_beside_the_longest_one_count_for_what_the_harness_shows(hook: Hook) -> None:
    blocks = [{"type": "text", "text": matches_of(700)}, {"type": "text", "text": "é" * 30_000}]
    hook.answer("mcp__a__b", blocks)
    with open_kernel(str(hook.repository), hook.environment) as kernel:
        assert ledger(kernel).before < 2_000


def test_a_read_is_counted_as_all_of_it_is_shown(hook: Hook) -> None:
    file = {"filePath": "/r/views.py", "content": SOURCE, "numLines": 1, "startLine": 1, "totalLines": 9}
    assert len(SOURCE) > 50_000 and hook.answer("Read", {"type": "text", "file": file}, file_path="/r/views.py") is not None
    with open_kernel(str(hook.repository), hook.environment) as kernel:
        assert ledger(kernel).before > 10_000
