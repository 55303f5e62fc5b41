"""A bridge of the real shape over values in memory, so that the workbench is tested without a kernel."""

from pathlib import Path
from typing import Any

from ck_tui.bridge import Bridge, BridgeError, Cancelled, Layout
from ck_tui.bridge.nouns import (
    FOLD,
    KEEP,
    Agent,
    BlindSpot,
    Budget,
    CanaryState,
    Candidate,
    Charter,
    Citation,
    Constraint,
    ContextWindow,
    Delivery,
    Evidence,
    Excluded,
    ExpectedFault,
    Hits,
    Item,
    Ledger,
    LedgerDay,
    LedgerPart,
    LedgerSplit,
    Live,
    Moment,
    Name,
    Parked,
    ParkedOutput,
    Plan,
    Ranking,
    Request,
    SearchHit,
    Seed,
    Session,
    Slice,
    Span,
    Steer,
    Sufficiency,
    Symptom,
    Task,
    Undone,
)
from kernel.model.scope import Scope
from kernel.model.symptom import ErrorMessage, Frame

NOW = 1_790_000_000.0
SYMPTOM = """Traceback (most recent call last):
  File "shop/views/checkout.py", line 12, in post
    cart.checkout(payload)
  File "shop/models/cart.py", line 8, in checkout
    token = payload["card_token"]
KeyError: 'card_token'
"""
CART = tuple(
    '''"""Carts."""

from shop.fields import CARD_FIELDS


class Cart:
    def checkout(self, payload):
        token = payload["card_token"]
        return self.charge(token, total=42)

    def charge(self, token, total):
        # The gateway wants cents.
        return gateway.charge(token, total * 100)
'''.splitlines()
)
FILES = {
    "README.md": ("# shop",),
    "shop/__init__.py": (),
    "shop/fields.py": ('CARD_FIELDS = ("card_token", "name")',),
    "shop/models/cart.py": CART,
    "shop/models/order.py": ("class Order:", "    pass"),
    "shop/settings.py": tuple(f"OPTION_{number} = {number}" for number in range(400)),
    "shop/views/checkout.py": tuple(f"line {number}" for number in range(1, 30)),
    "tests/test_checkout.py": ("def test_checkout():", "    assert post({}) == 200"),
}


def candidate(path: str, symbol: str, ranges: tuple[tuple[int, int], ...], tokens: int, role: str, score: float, why: tuple[str, ...]) -> Candidate:
    """A candidate with two reasons."""
    evidence = (Evidence(role, score * 0.75, why[-1]), Evidence("words", score * 0.25, "card_token"))
    return Candidate(path, symbol, "function", ranges, tokens, role, 0, score, evidence, why, f"d-{symbol}")


CANDIDATES = (
    candidate("shop/models/cart.py", "Cart.checkout", ((7, 9),), 620, "frame", 4.0, ("frame 2 (raises)",)),
    candidate("shop/views/checkout.py", "post", ((10, 18),), 940, "frame", 3.0, ("frame 1",)),
    candidate("shop/models/cart.py", "Cart.charge", ((11, 13),), 310, "called", 1.5, ("frame 2", "Cart.checkout", "calls Cart.charge")),
    candidate("shop/fields.py", "", ((1, 1),), 120, "words", 0.8, ("words card_token",)),
    candidate("shop/settings.py", "", ((1, 400),), 4100, "words", 0.1, ("words",)),
)


class FakeSession:
    """Settings and change number; ``errors`` collects what was logged."""

    def __init__(self, root: str = "/repo/shop", **settings: Any) -> None:
        self.root = root
        self.theme = settings.get("theme", "ck-dark")
        self.keymap = settings.get("keymap", {})
        self.animations = False
        self.ascii = settings.get("ascii", False)
        self.editor = settings.get("editor", "")
        self.poll_seconds = 0.25
        self.themes_folder: Path | None = settings.get("themes_folder")
        self.notices: tuple[str, ...] = ()
        self.errors: list[str] = []
        self.number = 1
        self.in_memory = False
        self.pictures_folder = Path(settings.get("pictures_folder", "/nowhere"))

    def version(self) -> int:
        return self.number

    def log_notice(self, text: str) -> None:
        self.errors.append(f"store: {text}")

    def log_error(self, where: str, error: BaseException) -> None:
        self.errors.append(f"{where}: {error}")

    def close(self) -> None:
        pass


class FakeRepository:
    """Paths and lines of ``files``."""

    def __init__(self, files: dict[str, tuple[str, ...]]) -> None:
        self.files = files

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def lines(self, path: str) -> tuple[str, ...]:
        if path not in self.files:
            raise BridgeError(f"{path}: no such file")
        return self.files[path]

    def names(self) -> tuple[Name, ...]:
        return tuple(Name(c.path, c.symbol, c.kind, c.ranges[0][0]) for c in CANDIDATES if c.symbol)

    def inside(self, path: str) -> tuple[Name, ...]:
        return tuple(name for name in self.names() if name.path == path)

    def defining(self, name: str) -> tuple[Name, ...]:
        return (Name("shop/models/order.py", "Order", "class", 1),) if name == "order" else ()


class FakeTask:
    """Cuts greedily; steers in memory with undo."""

    def __init__(self) -> None:
        self.limit = 2000
        self.made: list[Task] = []
        self.steering: dict[tuple[str, str], str] = {}
        self.journal: list[tuple[str, str, str]] = []

    def tasks(self) -> tuple[Task, ...]:
        return tuple(self.made)

    def understand(self, text: str) -> Symptom:
        if "Traceback" not in text:
            return Symptom(text, text[:40], names=tuple(text.split()[:3]))
        frames = (Frame("shop/views/checkout.py", 12, "post"), Frame("shop/models/cart.py", 8, "checkout"), Frame("/usr/lib/x.py", 1, "f", library=True))
        return Symptom(text, "KeyError: 'card_token'", ("Python traceback",), frames, errors=(ErrorMessage("KeyError", "'card_token'"),))

    def cut(self, ranking: Ranking, budget: int | None) -> Slice:
        limit = budget or self.limit
        items: list[Item] = []
        excluded: list[Excluded] = []
        used = 0
        ordered = sorted(ranking.candidates, key=lambda c: self.steering.get((c.path, c.symbol)) != "pin")
        for c in ordered:
            verb = self.steering.get((c.path, c.symbol), "")
            if verb == "drop":
                excluded.append(Excluded(c.path, c.symbol, c.tokens, "dropped by hand"))
            elif used + c.tokens > limit and verb != "pin":
                excluded.append(Excluded(c.path, c.symbol, c.tokens, "over budget"))
            else:
                used += c.tokens
                symbols = (c.symbol,) if c.symbol else ()
                items.append(Item(c.path, c.role, c.hop, "symbol" if c.symbol else "file", c.kind, c.ranges, symbols, c.tokens, verb == "pin", c.evidence, c.why, c.digest))
        return Slice(
            ranking.repo, ranking.task, ranking.title, ranking.operator, ranking.scanned, Budget(limit, used, "settings"), ranking.seeds,
            tuple(items), len(excluded), tuple(excluded), self._expected(ranking, items), (), ranking.blind_spots, Sufficiency("likely", 3, 3, "all reached items are shown"),
        )  # fmt: skip

    def _expected(self, ranking: Ranking, items: list[Item]) -> tuple[ExpectedFault, ...]:
        """What is reached and not shown."""
        shown = {(item.path, "".join(item.symbols)) for item in items}
        left = [c for c in ranking.candidates if (c.path, c.symbol) in ranking.reached and (c.path, c.symbol) not in shown]
        return tuple(ExpectedFault(f"{c.path}::{c.symbol}" if c.symbol else c.path, " → ".join(c.why)) for c in left)

    def document(self, slice_: Slice) -> str:
        return f'{{"task": "{slice_.task}"}}\n'

    def prompt(self, slice_: Slice) -> str:
        return "\n".join(f"{item.path} {item.symbols}" for item in slice_.items)

    def steers(self, task: str) -> tuple[Steer, ...]:
        return tuple(Steer(verb, path, symbol, "", NOW) for (path, symbol), verb in self.steering.items())

    def steer(self, task: str, verb: str, path: str, symbol: str, digest: str = "") -> bool:
        self.journal.append((verb, path, symbol))
        if verb in ("pin", "drop"):
            self.steering[path, symbol] = verb
        else:
            self.steering.pop((path, symbol), None)
        return True

    def undo(self, task: str) -> Undone | None:
        if not self.journal:
            return None
        verb, path, symbol = self.journal.pop()
        self.steering.pop((path, symbol), None)
        return Undone(verb, path, symbol, len(self.journal))


def parse_charter(text: str) -> Charter:
    """One constraint; enough to show."""
    citations = (Citation("shop/models/cart.py", 8, None, "token", "ok"), Citation("shop/fields.py", 1, None, "CARD", "drifted", 4))
    constraints = (Constraint(1, "contract", "card_token stays a required field", citations),) if "1." in text else ()
    return Charter(text, text.splitlines()[0].lstrip("# ") if text else "", constraints, (), NOW)


class FakeCharter:
    """A charter in memory."""

    def __init__(self, text: str = "# Fix KeyError in checkout\n\n1. contract: card_token stays `shop/models/cart.py:8`, `shop/fields.py:1`\n") -> None:
        self.texts = [text]

    def load(self) -> Charter | None:
        return parse_charter(self.texts[-1]) if self.texts else None

    def save(self, text: str) -> Charter:
        self.texts.append(text)
        return parse_charter(text)

    def repair(self) -> tuple[Charter, int, int]:
        return parse_charter(self.texts[-1]), 1, 0

    def undo(self) -> bool:
        if len(self.texts) < 2:
            return False
        self.texts.pop()
        return True


def parked(handle: int, command: str, before: int, after: int, exit_code: int | None = 0) -> Parked:
    """A row."""
    return Parked(handle, NOW - handle, "Bash", command, exit_code, 40, before, after, 1, 0, Scope("/repo/shop"))


class FakeParked:
    """Three outputs of forty lines with one fold."""

    def __init__(self, rows: tuple[Parked, ...] | None = None) -> None:
        self.looks: list[tuple[int, int, int]] = []
        self.cases: list[tuple[int, tuple[int, ...], str]] = []
        self.cases_folder = "/home/me/.ck/cases"
        self.all = rows if rows is not None else (parked(412, "pytest -q", 14_900, 600, 1), parked(411, "git log", 4_100, 400), parked(409, "npm ci", 22_000, 200))

    def rows(self) -> tuple[Parked, ...]:
        return self.all

    def get(self, handle: int) -> ParkedOutput:
        row = next((row for row in self.all if row.handle == handle), None)
        if row is None:
            raise BridgeError(f"#{handle} is gone")
        original = "\n".join(f"tests/test_{n}.py PASSED" if 3 < n <= 36 else f"kept line {n}" for n in range(1, 41))
        spans = (Span(1, 3, KEEP), Span(4, 36, FOLD, "passing tests", "pytest", "33 tests passed and say nothing else", tokens=1200), Span(37, 40, KEEP))
        return ParkedOutput(row, original, Plan(40, spans, row.tokens_before, row.tokens_after))

    def search(self, query: str) -> Hits:
        return Hits(query, (SearchHit(412, 20, "tests/test_20.py PASSED"),) if "test_20" in query else ())

    def recall(self, handle: int, first: int, last: int) -> str:
        lines = self.get(handle).original.split("\n")
        self.looks.append((handle, first, last))
        return "".join(f"{line}\n" for line in lines[first - 1 : last])

    def save_case(self, handle: int, lines: tuple[int, ...], folder: str) -> str:
        self.cases.append((handle, lines, folder))
        return f"{folder}/pytest-q.json"


class FakeLedger:
    """Three days."""

    def totals(self) -> Ledger:
        days = (LedgerDay("2026-11-28", 12, 90_000, 30_000, 2_000), LedgerDay("2026-11-29", 20, 120_000, 41_000, 0), LedgerDay("2026-11-30", 31, 150_000, 50_000, 7_000))
        return Ledger(63, 360_000, 121_000, 9_000, 4, 2, days)

    def splits(self) -> tuple[LedgerSplit, ...]:
        rows = (LedgerPart("pytest", 21, 200_000, 9_000, 7_000), LedgerPart("installs", 4, 30_000, 400), LedgerPart("", 63, 130_000, 111_600, 2_000))
        tools = (LedgerPart("Bash", 50, 300_000, 91_000, 9_000), LedgerPart("Read", 13, 60_000, 30_000))
        return LedgerSplit("recogniser", rows, ()), LedgerSplit("tool", tools, ())

    off = False

    def paused(self) -> bool:
        return self.off

    def pause(self, off: bool) -> None:
        self.off = off


class FakeLive:
    """Nobody at work; ``now`` is what is shown, what is sent waits in memory."""

    def __init__(self) -> None:
        self.now = Live()
        self.happened: tuple[Moment, ...] = ()
        self.number = 0

    def overview(self) -> Live:
        return self.now

    def deliveries(self) -> tuple[tuple[Delivery, ...], tuple[Delivery, ...]]:
        return self.now.waiting, self.now.given

    def moments(self, session: str, agent: str, limit: int | None = None, since: float = 0.0) -> tuple[Moment, ...]:
        return self.happened

    def recognisers(self, handles: Any) -> dict[int, str]:
        return dict.fromkeys(handles, "pytest")

    def send(self, kind: str, text: str, session: str) -> int:
        self.number += 1
        one = Delivery(self.number, "/repo/shop", session, kind, text, NOW, None, "")
        self.now = self.now._replace(waiting=(*self.now.waiting, one))
        return self.number

    def send_lines(self, path: str, ranges: tuple[tuple[int, int], ...], session: str) -> tuple[int, ...]:
        return tuple(self.send("item", f"{path}\n{first}\tline", session) for first, _last in ranges or ((1, 1),))

    def slice_text(self, number: int) -> str:
        return "the slice of [/nonsense]"

    def withdraw(self, number: int) -> bool:
        left = tuple(one for one in self.now.waiting if one.seq != number)
        done = len(left) < len(self.now.waiting)
        self.now = self.now._replace(waiting=left)
        return done


def busy(bridge: Bridge) -> None:
    """Agents at work: a session with a subagent, one that ended; what happened, what was sent, outputs that arrive."""
    live: Any = bridge.live
    values = {"repository": "/repo/shop", "worktree": "/repo/shop", "cwd": "/repo/shop", "started": NOW, "last": NOW + 240, "last_event": "PostToolUse"}
    rows: list[dict[str, Any]] = [
        {"session": "5f0c12ab-1111", "agent": "main", "model": "claude-x"},
        {"session": "5f0c12ab-1111", "agent": "a7", "kind": "reviewer"},
        {"session": "0b7e21aa-2222", "agent": "main", "ended": NOW + 20, "last": NOW + 20, "last_event": "SessionEnd"},
    ]
    blank = {**dict.fromkeys(Session._fields, ""), **dict.fromkeys(("ended", "size", "used", "told"))}
    agents = [Agent(Session(**{**blank, **values, **row})) for row in rows]
    agents[0] = agents[0]._replace(window=ContextWindow(200_000, 82_000, "told by the harness", "told by the harness"))
    waits = (Delivery(3, "/repo/shop", "", "pin", "shop/fields.py", NOW, None, ""), Delivery(4, "/repo/shop", "5f0c12ab-1111", "item", "shop/models/cart.py\n7\tdef\n8\tx", NOW, None, ""))
    given = (Delivery(2, "/repo/shop", "", "note", "the payment page is older than the API", NOW, NOW + 200, "5f0c12ab-1111", "PostToolUse", NOW + 199, 0, 1),)
    canary = CanaryState("2.1.332", "", "proven", NOW, 12, 1, 0, NOW, NOW)
    live.now = Live(tuple(agents), waits, given, canary, (canary._replace(kind="Bash"),))
    live.happened = (
        Moment("event", 0, NOW, "", "SessionStart"),
        Moment("event", 0, NOW + 1, "", "UserPromptSubmit"),
        Moment("output", 1, NOW + 2, "main", "Bash", "pytest -q tests", 1, 14_900, 600, 3, "arrived"),
        Moment("slice", 1, NOW + 3, "main", "", "KeyError: 'card_token'", state="given"),
        Moment("output", 2, NOW + 4, "main", "Read", "/repo/shop/shop/models/cart.py", None, 700, 700),
        Moment("output", 3, NOW + 5, "a7", "Bash", "git log --oneline", 0, 22_000, 900, 1, "whole"),
        Moment("recall", 1, NOW + 6, "", "", "recall 1 --lines 40-80", before=410),
        Moment("compaction", 1, NOW + 7, "main", "PreCompact", "auto"),
        Moment("delivery", 2, NOW + 200, "main", "note", "the payment page is older than the API", state="PostToolUse"),
    )


class FakeWorker:
    """Ranks at once, or waits for ``cancel`` where the symptom says so."""

    def __init__(self, candidates: tuple[Candidate, ...], task: FakeTask) -> None:
        self.candidates, self.task = candidates, task
        self.reached: tuple[tuple[str, str], ...] = ()
        self.cancelled = False
        self.asked: list[str] = []
        self.requests: list[Request] = []

    async def rank(self, wanted: Request, on_progress: Any) -> Ranking:
        import asyncio

        symptom = wanted.symptom or "\n".join(wanted.seeds) or f"changes since {wanted.from_diff}"
        self.asked.append(symptom)
        self.requests.append(wanted)
        self.cancelled = False
        on_progress("searching", 3, 8)
        while "slow" in symptom:
            if self.cancelled:
                raise Cancelled
            await asyncio.sleep(0.005)
        if "fail" in symptom:
            raise BridgeError("git [/nonsense] said no")
        title = symptom.strip().splitlines()[-1][:60]
        number = "t1" if wanted == Request(SYMPTOM) else f"t{len(title)}-{len(wanted.seeds)}"
        seeds = wanted.seeds or ("shop/models/cart.py",)
        self.task.made = [Task(number, "/repo/shop", title, wanted.symptom, seeds, NOW, NOW), *(t for t in self.task.made if t.id != number)]
        spots = (BlindSpot("shop/models/cart.py", 13, "gateway is not resolved"),)
        values = {"repo": "/repo/shop", "task": number, "title": title, "operator": "python", "scanned": 8, "parsed": 5, "seeds": (Seed("shop/models/cart.py", 8, "raises"),), "candidates": self.candidates, "more": 0, "blind_spots": spots, "reached": self.reached}
        return Ranking(**{name: values.get(name, ()) for name in Ranking._fields})

    def cancel(self) -> None:
        self.cancelled = True

    async def close(self) -> None:
        self.cancelled = True


class FakeLayout:
    """A layout in memory."""

    def __init__(self) -> None:
        self.kept = Layout()

    def load(self) -> Layout:
        return self.kept

    def save(self, layout: Layout) -> None:
        self.kept = layout


def make_fake(files: dict[str, tuple[str, ...]] | None = None, candidates: tuple[Candidate, ...] = CANDIDATES, **settings: Any) -> Bridge:
    """A whole bridge; its parts are the fakes above."""
    task = FakeTask()
    parts: tuple[Any, ...] = (
        FakeSession(**settings),
        FakeRepository(FILES if files is None else files),
        task,
        FakeCharter(),
        FakeParked(),
        FakeLedger(),
        FakeWorker(candidates, task),
        FakeLayout(),
        FakeLive(),
    )
    return Bridge(*parts)
