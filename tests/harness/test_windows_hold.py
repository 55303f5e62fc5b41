"""Whatever an agent reads, runs, edits and forgets: what a marker says that it has, it was shown, with that text, in that window."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernel import hooks
from kernel.service.kernel import open_kernel
from kernel.service.recall import Selection, recall
from kernel.store.parked import ParkedOutputs

_MARKER = re.compile(r"\[ck: (\d+) lines? folded, (\d+)-(\d+): (.*?) \((\w+)\); ck recall (\d+) --lines (\d+)-(\d+)(?:; line numbers printed below are (\d+) too low)?\]")
_KNOWN = re.compile(r"since ck recall (\d+)(?:, (\d+)-(\d+))?(?:, there (\d+)-(\d+))?")

# Some lines are in a file many times, most once.
LINES = [f"setting_{n} = compute_value_of({n * 7919 % 1000}, mode='{'abc'[n % 3]}', retries={n % 5})" for n in range(90)]
for _at in range(6, 90, 6):
    LINES[_at] = "# ----------------------------------------------------------------"


class Act(NamedTuple):
    """What happens: ``kind``, and up to three numbers that say where and how."""

    kind: str
    a: int = 0
    b: int = 0


ACTS = st.builds(
    Act,
    st.sampled_from(["read", "read", "part", "part", "part", "change", "insert", "delete", "restore", "run", "run", "compact", "agent"]),
    st.integers(0, 89),
    st.integers(0, 60),
)


class World:
    """A file, an agent with a subagent, and what each window was shown of which output."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.session = folder, uuid4().hex
        self.lines, self.agent = list(LINES), ""
        self.windows = {"": 0, "a1": 0}
        self.has: dict[tuple[str, int], set[tuple[int, int]]] = {}
        self.claims = 0
        self.originals: dict[int, tuple[int, list[str]]] = {}
        self.event("SessionStart", source="startup")

    def event(self, name: str, **told: Any) -> dict[str, Any]:
        payload = {"session_id": self.session, "transcript_path": "/x", "cwd": str(self.folder), "hook_event_name": name, **told}
        payload |= {"agent_id": self.agent, "agent_type": "general"} if self.agent and "agent_id" not in told else {}
        answer = hooks.answer("claude", payload, lambda seconds: None) or {}
        return dict(answer.get("hookSpecificOutput", {}))

    def call(self, tool: str, response: Any, **asked: Any) -> Any:
        told = self.event("PostToolUse", tool_name=tool, tool_input=asked, tool_response=response, tool_use_id=uuid4().hex)
        return told.get("updatedToolOutput", response)

    def do(self, act: Act) -> None:
        at = act.a % (len(self.lines) + 1)
        if act.kind == "read":
            self.read(1, len(self.lines) + 1, False)
        elif act.kind == "part":
            self.read(at + 1, min(act.b + 5, len(self.lines) - at + 1), True)
        elif act.kind == "change":
            self.lines[at : at + 1] = [f"changed_{act.a}_{act.b} = another_value_that_nobody_wrote_before({act.b})"]
        elif act.kind == "insert":
            self.lines[at:at] = [f"inserted_{act.b}_{n} = something_new(), longer than a word" for n in range(1 + act.b % 4)]
        elif act.kind == "delete":
            del self.lines[at : at + 1 + act.b % 9]
        elif act.kind == "restore":
            self.lines = list(LINES)
        elif act.kind == "run":
            self.run()
        elif act.kind == "compact":
            self.event(*("PreCompact",) if self.agent else ("SessionStart",), **({"trigger": "auto"} if self.agent else {"source": "compact"}))
            self.windows[self.agent] += 1
        else:
            self.agent = "a1" if not self.agent else ""

    def read(self, first: int, count: int, part: bool) -> None:
        content = "\n".join([*self.lines, ""][first - 1 : first - 1 + count])
        file = {"filePath": "/r/settings.py", "content": content, "numLines": count, "startLine": first, "totalLines": len(self.lines) + 1}
        asked = {"file_path": "/r/settings.py", **({"offset": first, "limit": count} if part else {})}
        if content:
            got = self.call("Read", {"type": "text", "file": file}, **asked)["file"]
            self.check(content.removesuffix("\n").split("\n"), first, got["content"].removesuffix("\n").split("\n"), got["startLine"])

    def run(self) -> None:
        text = "".join(f"{line}\n" for line in self.lines)
        if text:
            got = self.call("Bash", {"stdout": text, "stderr": "", "interrupted": False}, command="./show-settings")
            self.check(list(self.lines), 1, got["stdout"].removesuffix("\n").split("\n"), 0)

    def check(self, lines: list[str], first: int, shown: list[str], start: int) -> None:
        """Every line is shown under its number or counted by a marker, and what a marker claims is true."""
        whose = (self.agent, self.windows[self.agent])
        has = self.has.setdefault(whose, set())
        with open_kernel(str(self.folder)) as kernel:
            handle = ParkedOutputs(kernel.store).latest_event_number()
            self.originals[handle] = (first, lines)
            at, off, mine = first, 0, set()
            for index, text in enumerate(shown):
                marker = _MARKER.fullmatch(text)
                if marker is None:
                    assert lines[at - first] == text
                    assert not start or start + index + off == at
                    mine.add(at)
                    at += 1
                    continue
                count, begin, end = (int(number) for number in marker.groups()[:3])
                assert (begin, end, int(marker[6]), int(marker[7]), int(marker[8])) == (at, at + count - 1, handle, begin, end)
                back = recall(kernel, handle, Selection((begin, end)))
                assert [line.text for line in back.lines] == lines[begin - first : end - first + 1]
                assert [line.number for line in back.lines] == list(range(begin, end + 1))
                mine |= self.claimed(marker[4], begin, end, has, start == 0)
                off = int(marker[9] or 0)
                at = end + 1
            assert at == first + len(lines)
        has.update((handle, number) for number in mine)

    def claimed(self, kinds: str, begin: int, end: int, has: set[tuple[int, int]], run: bool) -> set[int]:
        """The lines of which a marker says that the window has them; it has."""
        found: set[int] = set()
        for known in _KNOWN.finditer(kinds):
            self.claims += 1
            handle = int(known[1])
            first, original = self.originals[handle]
            now = range(begin, end + 1) if known[2] is None else range(int(known[2]), int(known[3]) + 1)
            if run:
                shown = {original[number - first] for of, number in has if of == handle}
                assert ";" in kinds or all(self.lines[number - 1] in shown for number in now)
                continue
            then = range(int(known[4]), int(known[5]) + 1) if known[4] else now
            assert len(then) == len(now)
            for old, new in zip(then, now, strict=True):
                assert original[old - first] == self.lines[new - 1], (handle, old, new)
                assert (handle, old) in has, (handle, old, new)
            found.update(now)
        return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, value in {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "CK_MIN_TOKENS": "20", "CK_AMBIENT_TOKENS": "0"}.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "repo").mkdir()
    yield tmp_path / "repo"


@given(st.lists(ACTS, min_size=4, max_size=24))
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_what_an_agent_is_said_to_have_it_was_shown(home: Path, acts: list[Act]) -> None:
    world = World(home)
    for act in acts:
        world.do(act)


def test_markers_of_these_events_claim_something(home: Path) -> None:
    world = World(home)
    for act in (Act("read"), Act("change", 20), Act("read"), Act("part", 10, 40), Act("run"), Act("insert", 50), Act("run"), Act("part", 40, 30)):
        world.do(act)
    assert world.claims >= 6
