"""Whether replacements arrive, told by transcripts that the harness writes: real hook processes, real files."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from kernel.hooks import registered_command
from kernel.model.canary import ARRIVED, DEGRADED, OTHER, PENDING, PROVEN, UNPROVEN, WHOLE
from kernel.service import canary
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.ledger import ledger
from kernel.store.canaries import PROBE_EVERY
from kernel.verify.canary import MISSES

sys.path.insert(0, str(Path(__file__).parent))
from registered import BASH, Agent

VERSION = "2.1.332"
REMINDER = "\n\n<system-reminder>\n<total_tokens>9 tokens left</total_tokens>\n</system-reminder>"


def passing(seed: int = 0) -> str:
    return "".join(f"tests/test_a.py::test_{seed}_{n} PASSED [ 10%]\n" for n in range(400))


class Live:
    """A session whose transcript is written as the harness writes it."""

    def __init__(self, folder: Path, session: str = "", agent: str = "") -> None:
        self.session = session or str(uuid4())
        folder.joinpath("work").mkdir(exist_ok=True)
        self.agent = Agent(folder / "home", folder / "work", self.session, agent)
        self.main = folder / "projects" / f"{self.session}.jsonl"
        self.transcript = self.main.with_suffix("") / "subagents" / f"agent-{agent}.jsonl" if agent else self.main
        self.transcript.parent.mkdir(parents=True, exist_ok=True)

    def event(self, name: str, **told: Any) -> dict[str, Any]:
        given = self.agent.event(name, **{"transcript_path": str(self.main), "prompt_id": uuid4().hex, **told})
        environment = {**self.agent.environment, "AI_AGENT": "claude-code_2-1-332_harness"}
        done = subprocess.run(registered_command("claude"), input=given, capture_output=True, check=True, env=environment, cwd="/")
        assert done.stderr == b""
        return dict(json.loads(done.stdout)) if done.stdout else {}

    def bash(self, text: str, command: str = "pytest", call: str = "") -> tuple[str, str | None, dict[str, Any]]:
        """The call's id, what replaced its output, and the whole answer."""
        call = call or f"toolu_{uuid4().hex}"
        answer = self.event(
            "PostToolUse", tool_name="Bash", tool_input={"command": command}, tool_response={**BASH, "stdout": text}, tool_use_id=call
        )
        changed = answer.get("hookSpecificOutput", {}).get("updatedToolOutput")
        return call, None if changed is None else changed["stdout"], answer

    def show(self, call: str, content: Any, failed: bool = False, **more: Any) -> None:
        """The harness tells the model a result."""
        block = {"tool_use_id": call, "type": "tool_result", "content": content, "is_error": failed}
        self.write({"parentUuid": "u", "type": "user", "version": VERSION, "message": {"role": "user", "content": [block]}, **more})

    def write(self, row: object, end: str = "\n") -> None:
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write((row if isinstance(row, str) else json.dumps(row)) + end)

    def arrives(self, seed: int = 0) -> None:
        call, shown, _ = self.bash(passing(seed))
        assert shown is not None
        self.show(call, shown.strip() + REMINDER)

    def is_ignored(self, seed: int) -> None:
        """The harness shows the original."""
        call, _, _ = self.bash(passing(seed))
        self.show(call, passing(seed).strip())

    def prompt(self) -> dict[str, Any]:
        return self.event("UserPromptSubmit", prompt="go on with it")

    def kernel(self) -> Kernel:
        return open_kernel(str(self.agent.cwd), self.agent.environment)


@pytest.fixture
def live(tmp_path: Path) -> Live:
    made = Live(tmp_path)
    made.event("SessionStart", source="startup")
    return made


def verdicts(live: Live) -> list[str]:
    with live.kernel() as kernel:
        return [one.verdict for one in reversed(canary.replacements(kernel))]


def state(live: Live) -> str:
    with live.kernel() as kernel:
        return canary.state(kernel).state


def test_nothing_is_known_before_the_first_result(live: Live) -> None:
    assert state(live) == UNPROVEN
    live.bash(passing())
    live.prompt()
    assert (state(live), verdicts(live)) == (UNPROVEN, [PENDING])


def test_a_result_as_it_was_given_proves(live: Live) -> None:
    live.arrives()
    live.prompt()
    with live.kernel() as kernel:
        (one,) = canary.states(kernel)
        assert (one.version, one.kind, one.state, one.arrived, one.missed, one.misses) == (VERSION, "Bash", PROVEN, 1, 0, 0)
        assert one.last_seen is not None and one.last_missed is None
        assert canary.state(kernel) == one._replace(kind="")


def test_the_next_replacement_judges_the_one_before(live: Live) -> None:
    live.arrives(1)
    live.arrives(2)
    assert verdicts(live) == [ARRIVED, PENDING]


def test_a_word_in_a_command_is_no_result(live: Live) -> None:
    call, shown, _ = live.bash(passing(), "pytest -k tool_result")
    assert shown is not None
    asked = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": '"tool_result"'}}
    live.write({"type": "assistant", "message": {"role": "assistant", "content": [asked, {"type": "text", "text": f'"tool_result" {call}'}]}})
    live.write({"type": "user", "message": {"role": "user", "content": f'"tool_result" {call} {shown}'}})
    live.write({"type": "api-request-blob", "message": {"content": [{"type": "tool_result", "tool_use_id": call, "content": "x"}]}})
    live.prompt()
    assert verdicts(live) == [PENDING]
    live.show(call, shown)
    live.prompt()
    assert verdicts(live) == [ARRIVED]


def test_a_quote_of_the_marker_is_no_arrival(live: Live) -> None:
    call, shown, _ = live.bash(passing())
    assert shown is not None
    (marker,) = [line for line in shown.split("\n") if "[ck:" in line]
    live.show(call, f"{passing()}{marker}\n")
    live.prompt()
    assert verdicts(live) == [WHOLE]


def test_another_text_is_a_miss_whoever_wrote_it(live: Live) -> None:
    call, _, _ = live.bash(passing())
    live.show(call, [{"type": "text", "text": "<persisted-output>\nOutput too large (9 KB). Full output saved to: /x\n\nPreview"}])
    live.prompt()
    assert verdicts(live) == [OTHER]


def test_a_call_that_was_broken_off_is_no_miss(live: Live) -> None:
    call, _, _ = live.bash(passing())
    live.show(call, "The user doesn't want to proceed", failed=True)
    live.prompt()
    with live.kernel() as kernel:
        assert (canary.state(kernel).misses, canary.replacements(kernel)[0].verdict) == (0, "gone")


def test_what_was_not_shown_has_saved_nothing_and_is_not_claimed_to_be_known(live: Live) -> None:
    live.is_ignored(1)
    with live.kernel() as kernel:
        assert ledger(kernel).net > 1_000
    live.prompt()
    with live.kernel() as kernel:
        totals = ledger(kernel)
        assert (totals.net, totals.faults) == (0, 1)
    _, again, _ = live.bash(passing(1))
    assert again is not None and "unchanged" not in again and "before" not in again


def test_several_misses_in_a_row_leave_outputs_whole_and_are_told_once(live: Live) -> None:
    for seed in range(MISSES):
        live.is_ignored(seed)
    live.prompt()
    assert state(live) == DEGRADED
    answers = [live.bash(passing(9))[1:] for _ in range(3)]
    assert [changed for changed, _ in answers] == [None] * 3
    assert [("systemMessage" in answer) for _, answer in answers] == [True, False, False]
    assert VERSION in answers[0][1]["systemMessage"] and "ck canary" in answers[0][1]["systemMessage"]


def test_misses_that_are_not_in_a_row_degrade_nothing(live: Live) -> None:
    for seed in range(MISSES + 1):
        live.is_ignored(seed)
        live.arrives(100 + seed)
    live.prompt()
    with live.kernel() as kernel:
        assert (canary.state(kernel).state, canary.state(kernel).missed) == (PROVEN, MISSES + 1)


def degrade(live: Live) -> None:
    for seed in range(MISSES):
        live.is_ignored(seed)
    live.prompt()
    assert state(live) == DEGRADED


def test_one_of_several_is_tried_and_a_success_heals(live: Live) -> None:
    degrade(live)
    tried = [live.bash(passing(n)) for n in range(PROBE_EVERY)]
    assert [shown is not None for _, shown, _ in tried] == [False] * (PROBE_EVERY - 1) + [True]
    call, shown, _ = tried[-1]
    live.show(call, shown)
    live.prompt()
    with live.kernel() as kernel:
        assert canary.state(kernel).state == PROVEN and canary.replacements(kernel)[0].probe
    assert live.bash(passing(77))[1] is not None


def test_a_try_that_is_missed_leaves_it_degraded(live: Live) -> None:
    degrade(live)
    call, shown = "", None
    for n in range(PROBE_EVERY):
        call, shown, _ = live.bash(passing(n))
    assert shown is not None
    live.show(call, passing(PROBE_EVERY - 1))
    live.prompt()
    assert state(live) == DEGRADED
    assert live.bash(passing(50))[1] is None


def test_other_kinds_of_output_go_on(live: Live) -> None:
    degrade(live)
    answer = live.event(
        "PostToolUse", tool_name="mcp__ci__jobs", tool_input={}, tool_use_id="m1",
        tool_response=json.dumps([{"id": n, "state": "done", "took": n % 7} for n in range(900)], indent=1),
    )  # fmt: skip
    assert "updatedToolOutput" in answer["hookSpecificOutput"]


def test_another_version_begins_anew(live: Live) -> None:
    degrade(live)
    given = live.agent.event(
        "PostToolUse", tool_name="Bash", tool_input={"command": "x"}, tool_response={**BASH, "stdout": passing()}, tool_use_id="n1",
        transcript_path=str(live.main),
    )  # fmt: skip
    environment = {**live.agent.environment, "AI_AGENT": "claude-code_2-1-400_harness"}
    done = subprocess.run(registered_command("claude"), input=given, capture_output=True, check=True, env=environment, cwd="/")
    assert "updatedToolOutput" in json.loads(done.stdout)["hookSpecificOutput"]


def test_reset_begins_anew(live: Live) -> None:
    degrade(live)
    with live.kernel() as kernel:
        assert canary.reset(kernel) == 1
        assert canary.states(kernel) == ()
    assert live.bash(passing(5))[1] is not None


def test_a_subagent_has_a_transcript_of_its_own(live: Live, tmp_path: Path) -> None:
    inner = Live(tmp_path, live.session, "a17")
    inner.event("SubagentStart")
    inner.arrives()
    live.prompt()
    assert verdicts(live) == [ARRIVED]


def test_the_end_of_a_session_judges_the_rest(live: Live) -> None:
    live.arrives()
    live.event("SessionEnd", reason="other")
    assert verdicts(live) == [ARRIVED]


@pytest.mark.parametrize("broken", ["{not json", '{"type":"user","message":7}', '[1]', '"tool_result"', '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":{}},7]}}', "\udc80\x00"])
def test_broken_lines_are_passed_over(live: Live, broken: str) -> None:
    call, shown, _ = live.bash(passing())
    with live.transcript.open("ab") as file:
        file.write(broken.encode("utf-8", "surrogateescape") + f' "tool_result" "{call}"\n'.encode())
    live.show(call, shown)
    live.prompt()
    assert verdicts(live) == [ARRIVED]


def test_a_half_written_line_is_read_when_it_is_whole(live: Live) -> None:
    call, shown, _ = live.bash(passing())
    block = {"tool_use_id": call, "type": "tool_result", "content": shown}
    line = json.dumps({"type": "user", "message": {"content": [block]}})
    live.write(line[:90], end="")
    live.prompt()
    assert verdicts(live) == [PENDING]
    live.write(line[90:])
    live.prompt()
    assert verdicts(live) == [ARRIVED]


def test_a_missing_transcript_tells_nothing(live: Live) -> None:
    live.bash(passing())
    live.prompt()
    assert (verdicts(live), state(live)) == ([PENDING], UNPROVEN)


def test_a_rotated_transcript_is_read_anew(live: Live) -> None:
    live.arrives(1)
    live.prompt()
    call, shown, _ = live.bash(passing(2))
    live.transcript.unlink()
    live.show(call, shown)
    live.prompt()
    assert verdicts(live) == [ARRIVED, ARRIVED]


def test_a_transcript_that_was_written_anew_and_is_shorter_is_read_anew(live: Live) -> None:
    for _ in range(50):
        live.write({"type": "assistant", "message": {"content": "x" * 1_000}})
    live.arrives(1)
    live.prompt()
    call, shown, _ = live.bash(passing(2))
    live.transcript.write_text("")
    live.show(call, shown)
    live.prompt()
    assert verdicts(live) == [ARRIVED, ARRIVED]


def test_of_a_huge_transcript_only_the_end_is_read(live: Live) -> None:
    with live.transcript.open("w") as file:
        for _ in range(40):
            file.write(json.dumps({"type": "user", "message": {"content": "x" * 1_000_000}}) + "\n")
    live.arrives()
    live.prompt()
    assert verdicts(live) == [ARRIVED]
    with live.kernel() as kernel:
        from kernel.store.canaries import Canaries

        assert Canaries(kernel.store).tail(live.session, "main").offset == live.transcript.stat().st_size


def test_a_fork_repeats_results_that_are_not_judged_again(live: Live, tmp_path: Path) -> None:
    live.arrives()
    live.prompt()
    fork = Live(tmp_path)
    fork.event("SessionStart", source="fork")
    fork.transcript.write_bytes(live.transcript.read_bytes())
    fork.prompt()
    fork.arrives(3)
    fork.prompt()
    assert verdicts(live) == [ARRIVED, ARRIVED]


def test_processes_that_judge_at_the_same_time_give_each_verdict_once(live: Live) -> None:
    for seed in range(3):
        live.arrives(seed)
    live.arrives(9)
    environment = {**live.agent.environment, "AI_AGENT": "claude-code_2-1-332_harness"}
    started = []
    for _ in range(6):
        given = live.agent.event("UserPromptSubmit", prompt="go on with it", prompt_id=uuid4().hex, transcript_path=str(live.main))
        one = subprocess.Popen(registered_command("claude"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd="/")
        assert one.stdin is not None
        one.stdin.write(given)
        one.stdin.close()
        started.append(one)
    for one in started:
        assert one.wait() == 0
        assert one.stdout is not None
        one.stdout.close()
    with live.kernel() as kernel:
        (state,) = canary.states(kernel)
        assert (state.arrived, state.missed) == (4, 0)


def test_a_read_is_known_by_its_lines_without_their_numbers(live: Live) -> None:
    source = "".join(f"2026-01-02 03:04:{n % 60:02} INFO app.web request {n} took {n % 40}ms\n" for n in range(900))
    path = str(live.agent.cwd / "web.log")
    file = {"filePath": path, "content": source, "numLines": 901, "startLine": 1, "totalLines": 901}
    answer = live.event("PostToolUse", tool_name="Read", tool_input={"file_path": path}, tool_response={"type": "text", "file": file}, tool_use_id="r1")
    shown = answer["hookSpecificOutput"]["updatedToolOutput"]["file"]["content"]
    live.show("r1", "\n".join(f"{n}\t{line}" for n, line in enumerate(shown.split("\n"), 1)) + REMINDER)
    live.prompt()
    assert verdicts(live) == [ARRIVED]


def test_the_reminders_and_notes_of_the_harness_do_not_matter(live: Live) -> None:
    call, shown, _ = live.bash(passing())
    assert shown is not None
    live.show(call, f"Found 3 files\n\n{shown.strip()}\n\n[Showing results with pagination = limit: 250]{REMINDER}")
    live.prompt()
    assert verdicts(live) == [ARRIVED]


def test_the_hook_takes_a_transcript_that_is_no_file_for_one_that_tells_nothing(live: Live) -> None:
    live.main = live.agent.cwd
    _, shown, _ = live.bash(passing())
    assert shown is not None
    os.mkfifo(live.agent.cwd / "pipe")
    live.main = live.agent.cwd / "pipe"
    _, shown, _ = live.bash(passing(1))
    assert shown is not None


def test_a_small_output_is_left_whole_too(live: Live) -> None:
    small = "".join(f"\x1b[32mstep {n}\x1b[0m\n" for n in range(30))
    assert live.bash(small, "make")[1] == small.replace("\x1b[32m", "").replace("\x1b[0m", "")
    degrade(live)
    with live.kernel() as kernel:
        before = ledger(kernel).net
    assert live.bash(small + "end\n", "make")[1] is None
    with live.kernel() as kernel:
        assert ledger(kernel).net == before
