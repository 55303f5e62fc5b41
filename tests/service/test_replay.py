"""Past sessions under today's rules: sums, what was needed, and what is left out and said."""

import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from written_transcript import Written

from kernel.cli.main import cli
from kernel.harness.claude import turns
from kernel.harness.claude.transcript_files import expanded
from kernel.model.errors import BadInput, NotFound
from kernel.model.event import ToolOutput
from kernel.model.replay import Replay
from kernel.model.scope import Scope
from kernel.service import replay as service
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe
from kernel.store.contexts import Contexts
from kernel.store.parked import ParkedOutputs

PASSING = "".join(f"tests/test_a.py::test_case_{n} PASSED [ {n % 100}%]\n" for n in range(600)) + "==== 600 passed in 3.21s ====\n"
SOURCE = "import os\n" + "".join(
    f"\n\ndef handle_{n}(request):\n" + "".join(f"    total_{n}_{k} = request.amount_{k} * {n}\n" for k in range(30)) for n in range(60)
)


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    (tmp_path / "repo").mkdir()
    return open_kernel(str(tmp_path / "repo"), {"CK_HOME": str(tmp_path / "ck"), "HOME": str(tmp_path)})


@pytest.fixture
def session(tmp_path: Path) -> Written:
    return Written(tmp_path / "projects" / "-r" / "5f0c.jsonl", str(tmp_path / "repo"))


def replayed(kernel: Kernel, *sessions: Written) -> Replay:
    return service.replay(kernel, expanded([str(one.path) for one in sessions]))


def left_out(found: Replay) -> dict[str, int]:
    return dict(found.left_out)


def test_it_saves_what_the_hook_would_save(kernel: Kernel, session: Written, tmp_path: Path) -> None:
    session.bash("pytest -v", PASSING)
    session.bash("ls", "a\nb\n")
    session.read("/r/views.py", SOURCE)
    found = replayed(kernel, session)
    live = open_kernel(str(tmp_path / "repo"), {"CK_HOME": str(tmp_path / "live"), "HOME": str(tmp_path)})
    outputs = (
        ToolOutput(PASSING, "Bash", "pytest -v", "", 0), ToolOutput("a\nb\n", "Bash", "ls", "", 0),
        ToolOutput(SOURCE, "Read", "", "/r/views.py", None, 1),
    )  # fmt: skip
    plans = [observe(live, output, Scope()).plan for output in outputs]
    assert (found.main.outputs, found.main.folded, found.main.agents) == (3, 2, 1)
    assert found.main.after == sum(plan.tokens_after for plan in plans)
    by_tool = {part.name: (part.projections, part.after) for part in found.tools}
    assert by_tool == {"Bash": (2, plans[0].tokens_after + plans[1].tokens_after), "Read": (1, plans[2].tokens_after)}
    assert sum(part.net for part in found.recognisers) == sum(part.net for part in found.tools) == found.main.saved > 0
    assert found.misses == () and found.left_out == ()


def test_nothing_is_stored_or_changed(kernel: Kernel, session: Written, tmp_path: Path) -> None:
    session.bash("pytest -v", PASSING)
    before = session.path.read_bytes(), sorted(path for path in tmp_path.rglob("*") if path.is_file())
    replayed(kernel, session)
    assert (session.path.read_bytes(), sorted(path for path in tmp_path.rglob("*") if path.is_file())) == before


def test_it_works_while_the_kernel_is_off(kernel: Kernel, session: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    session.bash("pytest -v", PASSING)
    monkeypatch.setenv("CK_DISABLE", "1")
    assert replayed(kernel, session).main.folded == 1


@pytest.mark.parametrize(
    ("asked", "how", "acted"),
    [
        ({"command": "pytest tests/test_a.py::test_case_300"}, "used in a call", True),
        ({"file_path": "/r/x.py", "old_string": "tests/test_a.py::test_case_300 PASSED [ 0%]", "new_string": "y"}, "edited", True),
        ({"text": "test_case_300 passes, too: `tests/test_a.py::test_case_300`"}, "said", False),
    ],
)
def test_a_removed_line_that_is_used_later_is_told_with_its_place(
    kernel: Kernel, session: Written, asked: dict[str, Any], how: str, acted: bool
) -> None:
    at = session.bash("pytest -v", PASSING)
    if "text" in asked:
        session.says(asked["text"])
    else:
        session.calls_for("Edit" if "old_string" in asked else "Bash", **asked)
    found = replayed(kernel, session)
    miss = found.misses[0]
    assert len(found.misses) == 1 and (miss.how, miss.acted) == (how, acted)
    assert (miss.at, miss.later, miss.tool, miss.asked, miss.line) == (at, len(session.lines), "Bash", "pytest -v", 301)
    assert (found.main.missed, found.main.mentioned) == (int(acted), int(not acted))
    assert found.main.returned == (miss.tokens if acted else 0) and found.main.net == found.main.saved - found.main.returned


def test_lines_of_a_file_that_are_read_again_are_needed(kernel: Kernel, session: Written) -> None:
    session.read("/r/views.py", SOURCE)
    session.calls_for("Read", file_path="/r/views.py", offset=500, limit=5)
    session.calls_for("Read", file_path="/r/other.py", offset=500, limit=5)
    (miss,) = replayed(kernel, session).misses
    assert (miss.how, miss.what, miss.line) == ("read again", "lines 500-504", 500)


def test_what_a_compaction_ended_is_neither_known_nor_missed(kernel: Kernel, session: Written) -> None:
    session.read("/r/a.toml", PASSING)
    session.bash("pytest -v", PASSING)
    session.compacts(900)
    session.calls_for("Bash", command="pytest tests/test_a.py::test_case_300")
    session.read("/r/a.toml", PASSING)
    once = replayed(kernel, session)
    assert once.misses == ()
    assert not any(part.name == "delta" for part in once.recognisers)
    session.read("/r/a.toml", PASSING)
    assert [part.projections for part in replayed(kernel, session).recognisers if part.name == "delta"] == [1]


def test_saved_tokens_are_carried_by_the_requests_after_the_next(kernel: Kernel, session: Written) -> None:
    session.bash("pytest -v", PASSING)
    saved = replayed(kernel, session).main.saved
    session.says("one")  # the output is new to this request
    assert replayed(kernel, session).main.carried == 0
    for _ in range(3):
        session.says("more")
    assert replayed(kernel, session).main.carried == 3 * saved
    session.compacts(500)
    session.says("after")
    assert replayed(kernel, session).main.carried == 3 * saved
    kernel.settings = kernel.settings._replace(price_list=300, price_cache_read=30)
    worth = service.priced(kernel, replayed(kernel, session))
    assert worth.listed == pytest.approx(saved * 3e-6) and worth.cached == pytest.approx(3 * saved * 3e-7)


def test_subagents_are_counted_apart_and_know_nothing_of_their_parent(kernel: Kernel, session: Written) -> None:
    session.bash("pytest -v", PASSING)
    sub = Written(session.path.with_suffix("") / "subagents" / "agent-a7.jsonl", session.cwd, "a7")
    call = sub.calls_for("Bash", command="pytest -v")
    sub.returns(call, PASSING)  # of subagents' results only the text is told
    sub.says("see tests/test_a.py::test_case_300")
    found = replayed(kernel, session)
    assert found.transcripts == 2 and found.main.outputs == found.subagents.outputs == 1
    assert found.main.after == found.subagents.after, "nothing is claimed of what the parent was shown"
    assert [miss.agent for miss in found.misses] == ["a7"] and (found.main.mentioned, found.subagents.mentioned) == (0, 1)


def test_a_failing_output_is_replayed_as_its_end_would_be_shown(kernel: Kernel, session: Written) -> None:
    session.bash("pytest -v", PASSING.replace("test_case_7 PASSED", "test_case_7 FAILED")[:9_000], code=1)
    found = replayed(kernel, session)
    assert (found.main.outputs, found.main.folded) == (1, 1) and 0 < found.main.after < found.main.before


def test_of_a_long_output_all_is_read_that_the_harness_kept_and_nothing_else(kernel: Kernel, session: Written, tmp_path: Path) -> None:
    kept = session.path.with_suffix("") / "tool-results" / "b1.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text(PASSING * 3)
    (tmp_path / "secret.txt").write_text(PASSING * 3)
    (kept.parent / "link.txt").symlink_to(tmp_path / "secret.txt")
    for path in (kept, tmp_path / "secret.txt", kept.parent / "link.txt", kept.parent / "gone.txt"):
        call = session.calls_for("Bash", command="pytest -v")
        session.returns(call, "<persisted-output>…", {"stdout": PASSING, "stderr": "", "interrupted": False, "persistedOutputPath": str(path)})
    found = replayed(kernel, session)
    assert found.main.outputs == 1 and left_out(found)[service.GONE] == 3
    assert found.main.before < 1_500, "the harness had shown a preview"


def test_what_ck_had_shortened_is_replayed_from_its_original(kernel: Kernel, session: Written) -> None:
    Contexts(kernel.store).begin("5f0c", "main", 1.0)
    shown = observe(kernel, ToolOutput(PASSING, "Bash", "pytest -v", "", 0), Scope(kernel.repository.key, "5f0c", "main", 0, session.cwd))
    assert shown.handle is not None and "ck recall" in shown.text
    session.bash("pytest -v", shown.text)
    session.calls_for("Bash", command=f"ck recall {shown.handle} --grep test_case_300")
    found = replayed(kernel, session)
    assert (found.main.outputs, found.main.folded) == (1, 1)
    assert {miss.how for miss in found.misses} >= {"recalled"}
    ParkedOutputs(kernel.store).purge()
    found = replayed(kernel, session)
    assert found.main.outputs == 0 and left_out(found)[service.OURS] == 1


def test_strange_lines_are_passed_over_and_counted(kernel: Kernel, session: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_LINE", 200_000)
    session.raw(b"no json")
    session.raw(b"\xff\xfe\x00" * 9)
    session.raw(b"[1, 2]")
    session.raw(b'{"type": "user", "message": 7}')
    session.raw(b'{"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": 9, "content": {"a": 1}}]}}')
    session.raw(b'{"type": "assistant", "message": {"content": [{"type": "tool_use", "input": "x"}, 7, null], "usage": {"input_tokens": "many"}}}')
    session.raw(b'{"type": "system", "subtype": "compact_boundary", "compactMetadata": {"preservedMessages": {"uuids": [1]}}}')
    session.raw(b"[" * 100_000)
    session.raw(b'{"type": "user", "x": "' + b"y" * 300_000 + b'"}')
    session.raw(b'{"type":"user","message":{"content":"\\ud800 \\u0000"}}')
    session.bash("pytest -v", PASSING)
    call = session.calls_for("Read", file_path=7)
    session.returns(call, "x", {"type": "text", "file": {"content": 3}})
    with session.path.open("ab") as file:
        file.write(b'{"type": "user", "mess')  # half written
    found = replayed(kernel, session)
    assert found.main.outputs == 1 and found.main.folded == 1
    told = left_out(found)
    assert told[service.BROKEN] == 5 and told[service.TOO_LONG] == 1 and told[service.NO_CALL] == 1


def test_a_fork_counts_its_copied_lines_once(kernel: Kernel, session: Written) -> None:
    session.bash("pytest -v", PASSING)
    fork = Written(session.path.with_name("6a1b.jsonl"), session.cwd)
    for line in session.lines:
        fork.raw(line.replace(b"5f0c", b"6a1b"))
    fork.bash("ls", "a\n")
    found = replayed(kernel, session, fork)
    assert found.main.outputs == 2 and left_out(found)[service.COPIES] == 2


def test_results_of_other_tools_are_said_to_be_left_alone(kernel: Kernel, session: Written) -> None:
    session.returns(session.calls_for("Agent", prompt="x"), "done", {"status": "completed"})
    session.returns(session.calls_for("mcp__ck__recall", handle=1), PASSING, PASSING)
    session.returns(session.calls_for("mcp__ci__log"), PASSING, PASSING)
    found = replayed(kernel, session)
    assert left_out(found)[service.ALONE] == 2 and found.main.outputs == 1


def test_memory_does_not_grow_with_the_transcript(kernel: Kernel, session: Written) -> None:
    """What is held belongs to one window and to one line."""

    def peak(repeats: int) -> int:
        written = Written(session.path.with_name(f"{repeats}.jsonl"), session.cwd)
        session_lines: list[bytes] = []
        for n in range(12):
            written.bash(f"pytest -v -k {n}", PASSING.replace("case", f"case{n}"))
        written.compacts(500)
        session_lines = written.lines
        with written.path.open("wb") as file:
            for turn in range(repeats):
                # Other ids each time, or they would be copies.
                file.writelines(line.replace(b'"uuid": "', f'"uuid": "{turn}-'.encode()) + b"\n" for line in session_lines)
        tracemalloc.start()
        found = replayed(kernel, written)
        assert found.main.outputs == 12 * repeats
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest

    assert peak(8) < 1.5 * peak(2)


def test_users_plugins_have_their_say(kernel: Kernel, session: Written, tmp_path: Path) -> None:
    mine = tmp_path / "ck" / "plugins" / "mine.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text('[[recogniser]]\nname = "words"\nkind = "chatter"\ncommand = "chat"\nfold = ["^say "]\n')
    environment = {"CK_HOME": str(tmp_path / "ck"), "HOME": str(tmp_path)}
    assert CliRunner().invoke(cli, ["--repo", session.cwd, "plugins", "refresh"], env=environment).exit_code == 0
    session.bash("chat", "".join(f"say {n * n * 7919:x} {'x' * (n % 7)} {n ** 9:x}\n" for n in range(200)) + "done\n")
    before = sorted(mine.parents[1].rglob("*"))
    assert "words" in {part.name for part in replayed(kernel, session).recognisers}
    assert sorted(mine.parents[1].rglob("*")) == before


def test_secrets_are_not_told(kernel: Kernel, session: Written) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    session.bash("./suite", PASSING.replace("test_case_300 PASSED", f"test_case_300 token={secret} PASSED"))
    session.calls_for("Bash", command=f"curl -H x {secret}")
    told = repr(replayed(kernel, session).misses)
    assert "a1B2c3D4e5a1B2c3D4e5" not in told and "used in a call" in told


def test_progress_is_told_to_the_end(kernel: Kernel, session: Written) -> None:
    session.bash("pytest -v", PASSING)
    session.raw(b'{"type":"api-request-blob","message":{}}')
    told: list[tuple[int, int, int]] = []
    service.replay(kernel, [session.path], lambda *now: told.append(now))
    size = session.path.stat().st_size
    assert told[-1][:2] == (size, size) and [now[0] for now in told] == sorted(now[0] for now in told)


def test_files_folders_and_patterns_name_transcripts(kernel: Kernel, session: Written, tmp_path: Path) -> None:
    session.bash("ls", "a")
    sub = Written(session.path.with_suffix("") / "subagents" / "agent-a7.jsonl", session.cwd, "a7")
    sub.bash("ls", "a")
    both = (session.path.resolve(), sub.path.resolve())
    for name in (session.path, session.path.parent, tmp_path / "projects", tmp_path / "proj*", tmp_path / "projects" / "**" / "5f*.jsonl"):
        assert set(service.transcripts(kernel, [str(name)])) == set(both), name
    with pytest.raises(BadInput):
        service.transcripts(kernel, [str(tmp_path / "nothing*")])


def test_without_a_name_it_is_this_repositorys_sessions(kernel: Kernel, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path)}
    with pytest.raises(NotFound):
        service.transcripts(kernel, [], environment)
    folder = str(tmp_path / "repo")
    name = "".join(c if c.isalnum() else "-" for c in folder)
    for cwd, kept in ((folder, f"{name}/a.jsonl"), (f"{folder}/sub", f"{name}-sub/b.jsonl"), (f"{folder}-other", f"{name}-other/c.jsonl")):
        Written(tmp_path / ".claude" / "projects" / kept, cwd).prompt("go")
    assert [path.name for path in service.transcripts(kernel, [], environment)] == ["a.jsonl", "b.jsonl"]


def test_the_json_form_holds_everything(kernel: Kernel, session: Written, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session.bash("pytest -v\x1b[31m", PASSING)
    session.calls_for("Bash", command="pytest tests/test_a.py::test_case_300")
    monkeypatch.chdir(tmp_path / "repo")
    environment = {"CK_HOME": str(tmp_path / "ck"), "HOME": str(tmp_path)}
    done = CliRunner().invoke(cli, ["replay", str(session.path), "--json"], env=environment)
    told = json.loads(done.stdout)
    assert done.exit_code == 0 and told["schema"] == 1 and told["estimated"] is True
    assert told["main"]["outputs"] == 1 and told["needed"][0]["how"] == "used in a call" and len(told["not_counted"]) >= 4
    shown = CliRunner().invoke(cli, ["replay", str(session.path)], env=environment).output
    assert "\x1b" not in shown and "used in a call: tests/test_a.py::test_case_300" in shown and "n = 1 transcripts" in shown
    assert CliRunner().invoke(cli, ["replay", str(tmp_path / "no.jsonl")], env=environment).exit_code == 2


def test_a_folder_is_read_though_some_of_it_cannot_be_listed(session: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session.bash("pytest -v", PASSING)
    gone = tmp_path / "projects" / "gone"
    gone.mkdir()
    listed = os.scandir

    def vanishing(path: Any) -> Any:
        if os.fspath(path) == str(gone):
            raise FileNotFoundError(path)
        return listed(path)

    monkeypatch.setattr(os, "scandir", vanishing)
    assert expanded([str(tmp_path)]) == (session.path.resolve(),)
    with pytest.raises(BadInput, match="names no transcript"):
        expanded(["~nobody-of-this-name/x"])
