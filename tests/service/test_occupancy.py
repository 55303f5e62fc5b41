"""What occupies a window: by source and turn, since the last compaction, brought to the harness's own count."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from written_transcript import Written

from kernel.cli.main import cli
from kernel.model.errors import BadInput, NotFound
from kernel.model.event import ToolOutput
from kernel.model.occupancy import Occupancy
from kernel.model.scope import Scope
from kernel.model.session import Event
from kernel.service import charter
from kernel.service import occupancy as service
from kernel.service.brief import brief
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe
from kernel.store.contexts import Contexts
from kernel.tokens import estimate

WORDS = "one two three four five six seven eight nine ten\n"


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    (tmp_path / "repo").mkdir()
    return open_kernel(str(tmp_path / "repo"), {"CK_HOME": str(tmp_path / "ck"), "HOME": str(tmp_path)})


@pytest.fixture
def session(kernel: Kernel, tmp_path: Path) -> Written:
    name = "".join(c if c.isalnum() else "-" for c in kernel.repository.root)
    return Written(tmp_path / ".claude" / "projects" / name / "5f0c.jsonl", kernel.repository.root)


def occupied(kernel: Kernel, session: Written, agent: str = "main") -> Occupancy:
    return service.occupancy(kernel, session.path, session.session, agent)


def by_source(found: Occupancy) -> dict[str, int]:
    return {part.name: part.tokens for part in found.sources}


def test_without_a_count_all_is_estimated_by_source(kernel: Kernel, session: Written) -> None:
    session.prompt(WORDS * 3)
    session.bash("ls -l", WORDS * 20)
    session.answer({"type": "thinking", "thinking": WORDS}, {"type": "text", "text": WORDS * 2})
    found = occupied(kernel, session)
    told = by_source(found)
    assert told["prompts"] == estimate(WORDS * 3) and told["results of Bash"] == estimate(WORDS * 20)
    assert told["agent's thoughts"] == estimate(WORDS) and told["agent's text"] == estimate(WORDS * 2)
    assert found.measured is None and found.scale == 1.0 and found.used == sum(told.values())


def test_the_harnesss_count_is_the_total_and_what_it_holds_beyond_is_unknown(kernel: Kernel, session: Written) -> None:
    session.prompt(WORDS)
    session.says("short", used=15_000)
    session.bash("ls", WORDS * 50)
    found = occupied(kernel, session)
    assert found.measured == 15_000 and found.measured_at == "the last answer"
    assert by_source(found)[service.UNKNOWN] == 15_000 - estimate(WORDS)
    assert found.since == found.used - 15_000 and found.since >= estimate(WORDS * 50)
    assert sum(part.tokens for part in found.sources) == found.used


@pytest.mark.parametrize("true", [0.8, 1.0, 1.3])
def test_growth_between_two_counts_tells_how_good_the_estimate_is(kernel: Kernel, session: Written, true: float) -> None:
    text = WORDS * 800
    session.prompt("go")
    call = session.calls_for("Bash", used=20_000, command="ls")
    session.returns(call, text)
    session.says("done", used=20_000 + round(estimate(text) * true))
    found = occupied(kernel, session)
    assert found.scale == pytest.approx(true, rel=0.01)
    assert by_source(found)["results of Bash"] == pytest.approx(estimate(text) * true, rel=0.01)
    assert by_source(found)[service.UNKNOWN] == pytest.approx(20_000, rel=0.01)


def test_an_estimate_above_the_count_is_lowered_to_it(kernel: Kernel, session: Written) -> None:
    session.prompt(WORDS * 500)
    session.says("done", used=1_000)
    found = occupied(kernel, session)
    assert found.used - found.since == 1_000 == sum(by_source(found).values()) - found.since and found.scale < 1
    assert min(by_source(found).values()) >= 0


def test_an_answer_in_several_lines_is_counted_once(kernel: Kernel, session: Written) -> None:
    session.prompt("go")
    for text in ("a", "b"):
        session.answer({"type": "text", "text": text}, used=9_000, request="msg_1")
    found = occupied(kernel, session)
    assert found.measured == 9_000 and found.since == estimate("a") + estimate("b")


def test_only_what_came_since_the_last_compaction_and_what_it_kept_counts(kernel: Kernel, session: Written) -> None:
    session.prompt("the old task")
    session.bash("ls", WORDS * 400)
    session.says("kept as it is " * 9, used=30_000)
    session.compacts(3_000, kept=(session.last,))
    found = occupied(kernel, session)
    assert (found.measured, found.measured_at, found.compactions) == (3_000, "the last compaction", 1)
    assert set(by_source(found)) == {"agent's text", "summary of what was before", service.UNKNOWN} and found.used == 3_000
    session.prompt("the next task")
    session.says("fine", used=4_000)
    found = occupied(kernel, session)
    assert (found.measured, found.measured_at) == (4_000, "the last answer") and "results of Bash" not in by_source(found)
    assert [part.name for part in found.turns] == ["1 the old task", "2 the next task"]


def test_what_a_person_went_back_over_is_not_in_the_window(kernel: Kernel, session: Written) -> None:
    session.prompt("first")
    session.says("answer", used=5_000)
    place = session.last
    session.prompt("a wrong turn")
    session.bash("ls", WORDS * 300)
    session.says("oh", used=9_000)
    session.last = place
    session.prompt("another way")
    session.says("well", used=5_100)
    found = occupied(kernel, session)
    assert "results of Bash" not in by_source(found) and found.measured == 5_100
    assert [part.name.partition(" ")[2] for part in found.turns] == ["first", "another way"]


def test_parallel_results_are_no_way_back(kernel: Kernel, session: Written) -> None:
    session.prompt("go")
    first, second = session.calls_for("Bash", command="a"), session.calls_for("Bash", command="b")
    session.returns(second, WORDS)
    session.returns(first, WORDS)
    session.prompt("and now?")
    assert by_source(occupied(kernel, session))["results of Bash"] == 2 * estimate(WORDS)


def test_what_was_added_is_named_and_the_charter_told_apart(kernel: Kernel, session: Written) -> None:
    charter.save(kernel, "Q: keep it safe\n1. [contract] charge a token once a.py:1\n")
    text = brief(kernel, Event("SessionStart", "5f0c", source="startup"))
    attachment = {"type": "hook_additional_context", "hookEvent": "SessionStart", "content": [text]}
    session.line("attachment", attachment=attachment, rendered=[{"content": f"<system-reminder>\n{text}\n</system-reminder>"}])
    session.line("attachment", attachment={"type": "date", "date": "x"}, rendered=[{"content": "Today is a day."}])
    session.line("attachment", attachment={"type": "prompt_snapshot", "systemPrompt": [WORDS * 30], "tools": [{"name": "Bash"}]})
    session.line("attachment", attachment={"type": "prompt_snapshot", "systemPrompt": [WORDS * 40]})
    session.line("attachment", attachment={"type": "hook_success", "stdout": WORDS})
    told = by_source(occupied(kernel, session))
    assert 20 < told["charter"] < 60 and told["added: hook SessionStart"] > 100 and told["added: date"] == estimate("Today is a day.")
    assert told["system prompt and tools"] == estimate(WORDS * 40) + estimate('[{"name":"Bash"}]')
    assert len(told) == 4


def test_the_largest_things_come_with_their_handles(kernel: Kernel, session: Written) -> None:
    Contexts(kernel.store).begin("5f0c", "main", 1.0)
    scope = Scope(kernel.repository.key, "5f0c", "main", 0, session.cwd)
    passing = "".join(f"tests/test_a.py::test_{n} PASSED [ {n % 100}%]\n" for n in range(600))
    whole = observe(kernel, ToolOutput(WORDS * 9, "Bash", "cat a", "", 0), scope)
    folded = observe(kernel, ToolOutput(passing, "Bash", "pytest -v", "", 0), scope)
    session.prompt("go\nand more")
    session.bash("cat a", WORDS * 9)
    at = session.bash("pytest -v", folded.text)
    session.bash("cat b", "unknown words\n" * 90)
    largest = {one.name: one for one in occupied(kernel, session).largest}
    assert largest["cat a"].handle == whole.handle and largest["pytest -v"].handle == folded.handle is not None
    assert largest["cat b"].handle is None and largest["go"].handle is None
    assert (largest["pytest -v"].turn, largest["pytest -v"].line) == (1, at)


def test_a_subagents_window_is_its_own(kernel: Kernel, session: Written) -> None:
    session.prompt("go")
    sub = Written(session.path.with_suffix("") / "subagents" / "agent-a7.jsonl", session.cwd, "a7")
    sub.prompt("look")
    sub.bash("ls", WORDS)
    assert set(by_source(occupied(kernel, session))) == {"prompts"}
    assert by_source(occupied(kernel, session, "a7"))["results of Bash"] == estimate(WORDS)
    with pytest.raises(NotFound):
        occupied(kernel, session, "b8")


def test_sessions_are_found_by_id_beginning_path_or_age(kernel: Kernel, session: Written, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path)}
    with pytest.raises(NotFound):
        service.find(kernel, "", environment)
    session.prompt("go")
    shutil.copy(session.path, session.path.with_name("5f77.jsonl"))
    newest = session.path.with_name("5f77.jsonl").resolve()
    assert service.find(kernel, "", environment) == (newest, "5f77")
    assert service.find(kernel, "5f0", environment) == (session.path.resolve(), "5f0c") == service.find(kernel, str(session.path), environment)
    with pytest.raises(BadInput):
        service.find(kernel, "5f", environment)
    with pytest.raises(NotFound):
        service.find(kernel, "9", environment)


def test_the_command_prints_what_it_counted_and_what_it_guessed(kernel: Kernel, session: Written, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session.prompt("go \x1b[31m")
    session.raw(b"broken")
    session.says("ok", used=50_000)
    monkeypatch.chdir(kernel.repository.root)
    environment = {"CK_HOME": str(tmp_path / "ck"), "HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": ""}
    done = CliRunner().invoke(cli, ["context", "--json"], env=environment)
    told = json.loads(done.stdout)
    assert done.exit_code == 0 and told["measured"] == 50_000 and told["size"] == 200_000 and told["unread"] == 1
    assert {"since", "sources", "turns", "largest"} == set(told["estimated"]) and told["not_known"]
    shown = CliRunner().invoke(cli, ["context"], env=environment).output
    assert "\x1b" not in shown and "50,000 as the harness counted at the last answer" in shown and "(25 %)" in shown
    assert CliRunner().invoke(cli, ["context", "nothing"], env=environment).exit_code == 1
