"""What one context was shown is never taken for known in another one: with real hook processes."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from registered import Agent

CONFIG = "".join(
    f'[service.{name}{number}]\nport = {7000 + number * 13}\nowner = "{name}-{number % 7}"\n'
    for number, name in enumerate(("cart", "mail", "pay", "stock", "tax") * 20)
)
DIFF = "diff --git a/s.txt b/s.txt\n--- a/s.txt\n+++ b/s.txt\n@@ -1,60 +1,60 @@\n" + "".join(
    f"-the {word} of {number * 7919 % 1000}\n+a {word[::-1]} for {number * 104729 % 997}\n"
    for number, word in enumerate(("cart", "mailing", "pay", "taxes", "stocks") * 12)
)


@pytest.fixture
def parent(tmp_path: Path) -> Agent:
    for name in ("repo", "elsewhere"):
        (tmp_path / name).mkdir()
    one = Agent(tmp_path / "home", tmp_path / "repo")
    one.hook(one.event("SessionStart", source="startup", model="m"))
    for _ in range(2):
        one.read(CONFIG, "/r/services.toml")
        one.bash(DIFF, "git diff")
    return one


def see_both_whole(agent: Agent) -> None:
    assert agent.read(CONFIG, "/r/services.toml") == CONFIG
    assert agent.bash(DIFF, "git diff") == DIFF


def test_a_subagent_reads_for_the_first_time_what_its_parent_has(parent: Agent) -> None:
    see_both_whole(parent._replace(agent="a1b2"))


def test_a_parent_has_not_what_its_subagent_was_shown(parent: Agent, tmp_path: Path) -> None:
    child = parent._replace(session="9d9d", agent="a1b2")
    see_both_whole(child)
    see_both_whole(child._replace(agent=""))


@pytest.mark.parametrize("source", ["compact", "clear", "resume", "fork"])
def test_a_new_window_has_nothing_of_the_old_one(parent: Agent, source: str) -> None:
    if source == "compact":
        parent.hook(parent.event("PreCompact", trigger="auto", custom_instructions=None))
    assert parent.hook(parent.event("SessionStart", source=source, model="m")).code == 0
    see_both_whole(parent)


def test_the_same_command_in_another_folder_is_another_command(parent: Agent, tmp_path: Path) -> None:
    assert parent._replace(cwd=tmp_path / "elsewhere").bash(DIFF, "git diff") == DIFF
    inside = tmp_path / "repo" / "inside"
    inside.mkdir()
    assert parent._replace(cwd=inside).bash(DIFF, "git diff") == DIFF


def test_another_session_has_nothing(parent: Agent) -> None:
    see_both_whole(parent._replace(session="77aa"))


def test_reading_a_file_again_and_again_ends_in_its_whole_text(tmp_path: Path) -> None:
    """Whatever a read shows, what is missing can be had: it is there before or it comes back by the named command."""
    (tmp_path / "repo").mkdir()
    agent = Agent(tmp_path / "home", tmp_path / "repo")
    agent.hook(agent.event("SessionStart", source="startup", model="m"))
    source = "import os\n" + "".join(
        f"\n\ndef handle_{n}(request):\n"
        + "".join(f"    total_{k} = request.amount_{k} * {n} + os.getpid() % {k + 1}\n" for k in range(30))
        for n in range(60)
    )
    lines = source.split("\n")
    had: set[int] = set()
    for handle in (1, 2, 3):
        shown = agent.read(source, "/r/views.py").split("\n")
        at = 0
        for line in shown:
            if not line.startswith("[ck: "):
                assert line == lines[at]
                had.add(at)
                at += 1
                continue
            first, _, last = line.partition(" folded, ")[2].partition(":")[0].partition("-")
            assert int(first) == at + 1
            if "unchanged since" in line:
                assert had.issuperset(range(at, int(last)))
            else:
                back = agent.recall(handle, "--lines", f"{first}-{last}").stdout
                assert all(text.strip() in back for text in lines[at : int(last)])
                had.update(range(at, int(last)))
            at = int(last)
        assert at == len(lines)
