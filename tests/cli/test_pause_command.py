"""``ck pause``: everything off, here or everywhere, visible, and on again."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kernel.cli.main import cli

PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
Ck = Callable[..., str]


@pytest.fixture
def ck(tmp_path: Path) -> Ck:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()

    def run(where: str, *arguments: str, given: str = "") -> str:
        environ = {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
        return CliRunner().invoke(cli, ["--repo", str(tmp_path / where), *arguments], input=given, env=environ).stdout

    return run


def folds(ck: Ck, where: str) -> bool:
    shown = ck(where, "normalize", "--tool", "Bash", "--command", "pytest -v", "--exit-code", "0", given=PASSING)
    assert "folded" in shown or shown == PASSING
    return shown != PASSING


def test_a_pause_holds_in_its_repository_until_it_ends(ck: Ck) -> None:
    assert folds(ck, "here")
    assert "paused in" in ck("here", "pause")
    assert not folds(ck, "here") and folds(ck, "there")
    assert len(json.loads(ck("here", "park", "--json"))["parked"]) == 1
    assert "PASSED" in ck("here", "recall", "1")
    assert "on in" in ck("here", "pause", "--off")
    assert folds(ck, "here")


def test_a_pause_everywhere_holds_everywhere_and_its_end_too(ck: Ck) -> None:
    ck("there", "pause")
    ck("here", "pause", "--all")
    assert not folds(ck, "here") and not folds(ck, "there")
    ck("here", "pause", "--off", "--all")
    assert folds(ck, "here") and folds(ck, "there")


def test_a_pause_is_told(ck: Ck) -> None:
    assert json.loads(ck("here", "pause", "--status", "--json"))["paused"] is False
    ck("here", "pause")
    ck("here", "pause")
    told = json.loads(ck("here", "pause", "--status", "--json"))
    assert told["paused"] is True and len(told["repositories"]) == 1
    assert json.loads(ck("there", "pause", "--status", "--json"))["paused"] is False
    assert json.loads(ck("here", "log", "--json"))["paused"]["repositories"] == told["repositories"]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"everywhere": 1, "repositories": null}', b"\xff" * 9])
def test_a_damaged_switch_switches_nothing_off(ck: Ck, tmp_path: Path, damage: bytes) -> None:
    ck("here", "pause", "--all")
    (tmp_path / "home" / "paused.json").write_bytes(damage)
    assert folds(ck, "here")
