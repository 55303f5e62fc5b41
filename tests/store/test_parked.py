"""Parked outputs come back as they were, only to their repository; savings outlive them."""

import tempfile
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.model.event import Fault, ToolOutput
from kernel.model.plan import CLEAN, FOLD, KEEP, Plan, Span
from kernel.model.scope import Scope
from kernel.store.connection import Store
from kernel.store.ledger import Ledgers
from kernel.store.parked import ParkedOutputs

SCOPE = Scope("/r", "session", "main", 2, "/r/sub")
NOON = time.mktime((2024, 5, 10, 12, 0, 0, 0, 0, -1))
DAY = 86_400
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)


def plan(before: int = 10, after: int = 4) -> Plan:
    spans = (
        Span(1, 1, KEEP, tokens=1),
        Span(2, 2, CLEAN, text="clean", tokens=2),
        Span(3, 9, FOLD, "passing tests", "pytest", "why", None, 7),
    )
    return Plan(9, spans, before, after)


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(str(tmp_path))


@pytest.fixture
def parked(store: Store) -> ParkedOutputs:
    return ParkedOutputs(store)


def add(parked: ParkedOutputs, text: str, repository: str = "/r", at: float = NOON, **tokens: int) -> int:
    return parked.add(
        ToolOutput(text, "Bash", "cmd"), SCOPE._replace(repository=repository), plan(**tokens), at
    )


@settings(max_examples=50, deadline=None)
@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_text_comes_back_exactly(text: str, command: str, path: str) -> None:
    with tempfile.TemporaryDirectory() as home:
        parked = ParkedOutputs(Store(home))
        scope = SCOPE._replace(cwd=path)
        handle = parked.add(ToolOutput(text, "Read", command, path, 1), scope, plan(), NOON, masked=3)
        found = parked.get(handle, "/r")
        assert found is not None
        assert (found.original, found.plan) == (text, plan())
        row = found.row
        assert (row.tool, row.command, row.path, row.exit_code, row.scope) == (
            "Read",
            command,
            path,
            1,
            scope,
        )
        assert (row.lines, row.tokens_before, row.tokens_after, row.folds, row.masked) == (9, 10, 4, 1, 3)
        assert parked.list("/r") == (row,)


def test_a_handle_resolves_only_in_its_repository(parked: ParkedOutputs) -> None:
    handle = add(parked, "x")
    assert parked.get(handle, "/other") is None
    assert parked.get(handle, None) is not None
    assert parked.list("/other") == () and parked.count("/other") == 0 and parked.count(None) == 1


@pytest.mark.parametrize("handle", [0, -1, 99, 2**63, 10**40])
def test_an_unknown_handle_is_nothing(parked: ParkedOutputs, handle: int) -> None:
    add(parked, "x")
    assert parked.get(handle, None) is None


def test_pages_are_newest_first_and_complete(parked: ParkedOutputs) -> None:
    handles = [add(parked, f"output {number}") for number in range(7)]
    seen: list[int] = []
    before = None
    while page := parked.list("/r", 3, before):
        seen += [row.handle for row in page]
        before = page[-1].handle
    assert seen == handles[::-1]


def test_a_text_is_stored_once_however_often_it_occurs(parked: ParkedOutputs) -> None:
    add(parked, "same" * 1000)
    size = parked.stored_bytes()
    add(parked, "same" * 1000)
    assert parked.stored_bytes() == size and parked.count(None) == 2


def test_search_finds_lines_any_case_newest_first(parked: ParkedOutputs) -> None:
    old = add(parked, "one\nKeyError: 'card_token'\nthree")
    new = add(parked, "a\nb\nnothing\nkeyerror: 'CARD_TOKEN' again")
    add(parked, "card_token", repository="/other")
    hits = parked.search("keyerror: 'card_token'", "/r")
    assert [(hit.handle, hit.line) for hit in hits] == [(new, 4), (old, 2)]
    assert hits[1].text == "KeyError: 'card_token'"
    assert len(parked.search("card_token", None)) == 3
    assert len(parked.search("card_token", None, limit=2)) == 2


def test_search_takes_a_text_literally(parked: ParkedOutputs) -> None:
    handle = add(parked, "a.b\naxb\n[bold](x")
    assert [hit.line for hit in parked.search("a.b", "/r")] == [1]
    assert [hit.line for hit in parked.search("[bold](", "/r")] == [3]
    assert parked.search("", "/r") == ()
    assert handle


def test_a_repeated_text_is_found_once_at_its_newest_handle(parked: ParkedOutputs) -> None:
    add(parked, "needle")
    newest = add(parked, "needle")
    assert [hit.handle for hit in parked.search("needle", None)] == [newest]


def test_purge_by_age_keeps_savings_and_newer_outputs(store: Store, parked: ParkedOutputs) -> None:
    old, new = add(parked, "old", at=NOON - 10 * DAY), add(parked, "new")
    before = Ledgers(store).totals("/r", NOON)
    assert parked.purge(before=NOON - DAY).events == 1
    assert parked.get(old, None) is None and parked.get(new, None) is not None
    assert Ledgers(store).totals("/r", NOON) == before


def test_purge_keeps_a_text_that_a_newer_event_needs(parked: ParkedOutputs) -> None:
    add(parked, "same", at=NOON - 10 * DAY)
    new = add(parked, "same")
    purged = parked.purge(before=NOON - DAY)
    found = parked.get(new, None)
    assert (purged.events, purged.bytes) == (1, 0) and found is not None and found.original == "same"


def test_purge_by_size_removes_the_oldest_until_it_fits(parked: ParkedOutputs) -> None:
    import random

    rng = random.Random(1)
    handles = [add(parked, rng.randbytes(3000).hex()) for _ in range(10)]
    limit = parked.stored_bytes() // 2
    parked.purge(max_bytes=limit)
    left = [row.handle for row in parked.list(None)]
    assert left == handles[::-1][: len(left)] and 3 <= len(left) <= 5
    assert parked.stored_bytes() <= limit
    assert parked.purge(max_bytes=limit).events == 0


def test_purge_of_one_repository_leaves_the_others(store: Store, parked: ParkedOutputs) -> None:
    add(parked, "mine")
    other = add(parked, "other", repository="/other")
    assert parked.purge("/r").events == 1
    assert [row.handle for row in parked.list(None)] == [other]
    assert Ledgers(store).totals("/r", NOON).projections == 1


def test_purged_text_is_gone_from_the_disk(tmp_path) -> None:
    store = Store(str(tmp_path))
    parked = ParkedOutputs(store)
    import random

    for number in range(40):
        add(parked, random.Random(number).randbytes(20_000).hex())
    parked.purge()
    store.close()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 200_000


def test_the_ledger_pays_for_an_agents_faults_only(store: Store, parked: ParkedOutputs) -> None:
    ledgers = Ledgers(store)
    handle = add(parked, "x", before=100, after=30)
    add(parked, "y", before=50, after=50, at=NOON - 3 * DAY)
    add(parked, "z", repository="/other", before=1000, after=1)
    ledgers.add_fault(Fault(NOON, handle, "agent", "lines 1-3", 20), SCOPE)
    ledgers.add_fault(Fault(NOON, None, "person", "looked", 500), SCOPE)
    total = ledgers.totals("/r", NOON)
    assert (total.projections, total.before, total.after, total.returned) == (2, 150, 80, 20)
    assert (total.faults, total.looks, total.net) == (1, 1, 50)
    assert [day.day for day in total.days] == ["2024-05-07", "2024-05-10"]
    assert total.days[1].returned == 20
    assert ledgers.totals(None, NOON).projections == 3
    assert [fault.what for fault in ledgers.faults("/r")] == ["looked", "lines 1-3"]


def test_the_ledger_of_the_last_days_begins_at_midnight(store: Store, parked: ParkedOutputs) -> None:
    add(parked, "today")
    add(parked, "yesterday", at=NOON - DAY)
    add(parked, "before", at=NOON - 2 * DAY)
    ledgers = Ledgers(store)
    assert [ledgers.totals("/r", NOON, days).projections for days in (1, 2, 3)] == [1, 2, 3]


def test_an_empty_ledger_is_zero(store: Store) -> None:
    total = Ledgers(store).totals("/r", NOON, 7)
    assert (total.projections, total.net, total.days) == (0, 0, ())
