"""From a person to an agent: what is queued arrives at the session's next event, once, within the limit."""

import sys
from pathlib import Path

import pytest

from kernel.model.errors import BadInput
from kernel.model.session import units
from kernel.service.deliveries import delivered, pending, queue, restore, swap, withdraw

sys.path.insert(0, str(Path(__file__).parent))
from told import SYMPTOM, Told, repository


@pytest.fixture
def agent(tmp_path: Path) -> Told:
    one = Told(tmp_path / "home", repository(tmp_path / "repo"))
    one.start()
    return one


def send(agent: Told, kind: str, text: str, session: str = "") -> int:
    with agent.kernel() as kernel:
        return queue(kernel, kind, text, session)


@pytest.mark.parametrize("event", ["prompt", "failure", "call", "start"])
def test_what_is_queued_arrives_at_the_next_event_once_and_is_marked(agent: Told, event: str) -> None:
    first, second = send(agent, "pin", "shop/settings.py::CARD_FIELDS"), send(agent, "note", "the payment page is old")
    ways = {
        "prompt": lambda: agent.prompt("go on"),
        "failure": lambda: agent.fails("no"),
        "call": lambda: agent.bash("a\n").get("additionalContext", ""),
        "start": lambda: agent.start("resume"),
    }
    told = ways[event]()
    assert "- pinned: shop/settings.py::CARD_FIELDS\n- note: the payment page is old" in told
    assert "the payment page" not in ways[event]() and agent.bash("a\n") == {}
    with agent.kernel() as kernel:
        assert pending(kernel) == ()
        assert {(one.seq, one.receiver) for one in delivered(kernel)} == {(first, "s1"), (second, "s1")}
        assert all(one.delivered is not None and one.delivered >= one.queued for one in delivered(kernel))
        names = {"prompt": "UserPromptSubmit", "failure": "PostToolUseFailure", "call": "PostToolUse", "start": "SessionStart"}
        assert {one.event for one in delivered(kernel)} == {names[event]}


def test_only_the_main_agent_of_the_right_session_and_worktree_gets_it(agent: Told, tmp_path: Path) -> None:
    send(agent, "note", "for the second", "s2")
    home, cwd = agent.agent.home, agent.agent.cwd
    assert agent.bash("a\n") == {}
    assert Told(home, cwd, "s2", "a7").bash("a\n") == {}
    assert Told(home, repository(tmp_path / "elsewhere"), "s2").bash("a\n") == {}
    assert "for the second" in Told(home, cwd, "s2").bash("a\n")["additionalContext"]


def test_machine_turns_and_pauses_leave_it_waiting(agent: Told) -> None:
    send(agent, "note", "hello")
    assert agent.prompt("<task-notification>done</task-notification>") == ""
    off = Told(agent.agent.home, agent.agent.cwd, CK_DISABLE="1")
    assert off.bash("a\n") == {}
    assert "hello" in agent.bash("a\n")["additionalContext"]


def test_more_than_fits_comes_with_later_events_in_order(agent: Told) -> None:
    for n in range(5):
        send(agent, "item", f"number {n} " + "\U0001f600" * 2_000)
    came = []
    for _ in range(5):
        told = agent.bash("a\n").get("additionalContext", "")
        assert units(told) <= 9_500
        came.append([n for n in range(5) if f"number {n} " in told])
    assert came == [[0, 1], [2, 3], [4], [], []]


def test_a_long_item_is_cut_at_a_line_and_this_is_said(agent: Told) -> None:
    send(agent, "item", "".join(f"line {n} of the item\n" for n in range(1_000)))
    told = agent.bash("a\n")["additionalContext"]
    shown = told.count(" of the item")
    assert shown > 200 and told.endswith(f"(cut here: {1_000 - shown:,} more lines)")


def test_no_text_is_too_long_to_arrive(agent: Told) -> None:
    for text in ("\U0001f600" * 50_000, "x" * 50_000, "\n" * 50_000 + "x", "a\n" * 50_000):
        send(agent, "item", text)
        assert "to look at" in agent.bash("a\n")["additionalContext"]
    with agent.kernel() as kernel:
        assert pending(kernel) == ()


def test_a_delivery_and_a_slice_arrive_together_or_the_slice_waits(agent: Told) -> None:
    send(agent, "note", "short")
    both = agent.prompt(SYMPTOM)
    assert "- note: short" in both and "Cart.checkout" in both and units(both) <= 9_500
    agent.start("compact")
    send(agent, "item", "x\n" * 2_900)
    first = agent.prompt(SYMPTOM)
    assert "to look at" in first and "Cart.checkout" not in first
    assert "Cart.checkout" in agent.bash("a\n")["additionalContext"]


def test_what_was_not_given_can_be_taken_back(agent: Told) -> None:
    number = send(agent, "note", "wrong")
    with agent.kernel() as kernel:
        assert [one.text for one in pending(kernel)] == ["wrong"]
        assert withdraw(kernel, number) and not withdraw(kernel, number)
    assert agent.bash("a\n") == {}


def test_bad_kinds_and_empty_texts_are_refused_and_secrets_are_masked(agent: Told) -> None:
    with agent.kernel() as kernel:
        for kind, text in (("order", "x"), ("note", " \n")):
            with pytest.raises(BadInput):
                queue(kernel, kind, text)
        secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        queue(kernel, "note", f"use {secret}")
        assert secret not in pending(kernel)[0].text


def test_the_order_of_what_waits_can_be_changed_and_is_the_order_in_which_it_comes(agent: Told) -> None:
    first, second, third = (send(agent, "note", text) for text in ("one", "two", "three"))
    with agent.kernel() as kernel:
        assert swap(kernel, third, first)
        assert [(one.seq, one.text) for one in pending(kernel)] == [(first, "three"), (second, "two"), (third, "one")]
        assert not swap(kernel, first, first) and not swap(kernel, first, 99)
    told = agent.prompt("go on")
    assert told.index("three") < told.index("two") < told.index("one")
    with agent.kernel() as kernel:
        assert not swap(kernel, first, second)


def test_what_was_withdrawn_waits_again_in_its_place(agent: Told) -> None:
    first, _second = send(agent, "note", "one", "s1"), send(agent, "note", "two")
    with agent.kernel() as kernel:
        before = pending(kernel)
        assert withdraw(kernel, first) and restore(kernel, before[0])
        assert pending(kernel) == before
        assert not restore(kernel, before[0])
