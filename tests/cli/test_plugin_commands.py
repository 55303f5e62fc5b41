"""Plug-ins from the file to the projection: found, stored, used, switched off, and reported where they fail."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kernel.cli.main import cli
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.kernel import open_kernel
from kernel.service.log import read_log
from kernel.service.observe import PLUGINS, observe

TICKS = '[[recogniser]]\nname = "words"\nkind = "chatter"\ncommand = "chat"\nfold = ["^say "]\n'
TEXT = (
    "".join(f"say {hashlib.sha256(bytes([n])).hexdigest()} {'x' * (n % 7)}\n" for n in range(40)) + "done\n"
)


class Ck:
    """The command line with a home of its own; the configuration lies in it."""

    def __init__(self, home: Path) -> None:
        self.home, self.environ = home, {"CK_HOME": str(home), "CK_MIN_TOKENS": "100"}
        (home / "plugins").mkdir(parents=True)

    def write(self, name: str, text: str) -> None:
        (self.home / "plugins" / name).write_text(text)

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(
            cli, ["--repo", str(self.home.parent), "plugins", *arguments], env=self.environ
        )

    def chatter(self) -> bool:
        with open_kernel(str(self.home.parent), self.environ) as kernel:
            shown = observe(
                kernel, ToolOutput(TEXT, "Bash", "chat", exit_code=0), Scope(kernel.repository.key)
            )
        return any(span.recogniser == "words" for span in shown.plan.folds())


@pytest.fixture
def ck(tmp_path: Path) -> Ck:
    return Ck(tmp_path / "home")


def test_a_plugin_is_found_used_and_switched_off(ck: Ck) -> None:
    ck.write("mine.toml", TICKS)
    assert not ck.chatter()
    assert ck.run("refresh").exit_code == 0 and ck.chatter()
    assert ck.run("disable", "words").exit_code == 0 and not ck.chatter()
    assert ck.run("refresh").exit_code == 0 and not ck.chatter()
    listed = json.loads(ck.run("list", "--json").output)
    assert [(row["name"], row["disabled"]) for row in listed["plugins"]] == [("words", True)]
    assert ck.run("enable", "words").exit_code == 0 and ck.chatter()
    assert ck.run("disable", "nobody").exit_code == 1


def test_what_cannot_be_used_is_said_and_the_rest_is_stored(ck: Ck) -> None:
    ck.write("a.toml", TICKS)
    ck.write("b.toml", TICKS + '[[recogniser]]\nname = "slow"\nfold = ["(a+)+$"]\n')
    ck.write("c.toml", "not = [toml")
    ck.write("d.toml", "recogniser = 3\n")
    ck.write("e.toml", 'name = "words"\nfold = ["^say "]\n')
    result = ck.run("refresh", "--json")
    document = json.loads(result.output)
    assert result.exit_code == 1 and [row["name"] for row in document["plugins"]] == ["words"]
    assert [problem.partition(":")[0] for problem in document["problems"]] == [
        "b.toml",
        "c.toml",
        "d.toml",
        "e.toml",
        "words",
    ]


def test_the_file_in_the_help_can_be_used_as_it_stands(ck: Ck) -> None:
    told = ck.run("--help").output
    ck.write("mine.toml", told[told.index("[[recogniser]]") : told.index("An entry point")])
    assert ck.run("refresh").exit_code == 0 and "chatter" in ck.run("list").output


@pytest.mark.parametrize("stored", ["", "{}", "[3]", "[" * 5000, '[{"name": "x", "patterns": {}}]', "\x00"])
def test_a_damaged_list_means_no_plugins(ck: Ck, stored: str) -> None:
    (ck.home / PLUGINS).write_text(stored)
    assert not ck.chatter()
    assert "No plug-ins" in ck.run("list").output


def test_a_plugin_that_cannot_be_loaded_is_reported_and_costs_nothing(ck: Ck) -> None:
    row = {"name": "gone", "patterns": None, "target": "no_such_package:propose", "disabled": False}
    (ck.home / PLUGINS).write_text(json.dumps([row]))
    assert not ck.chatter()
    assert "plug-in gone" in [entry.where for entry in read_log(str(ck.home))]


def test_the_order_of_asking_is_set_and_outlives_a_refresh(ck: Ck) -> None:
    for name in ("alpha", "beta", "gamma"):
        ck.write(f"{name}.toml", TICKS.replace('"words"', f'"{name}"'))
    ck.run("refresh")
    told = json.loads(ck.run("order", "gamma", "alpha", "--json").output)
    assert [row["name"] for row in told["plugins"]] == ["gamma", "alpha", "beta"]
    ck.write("a0.toml", TICKS.replace('"words"', '"newest"'))
    ck.run("refresh")
    listed = json.loads(ck.run("list", "--json").output)
    assert [row["name"] for row in listed["plugins"]] == ["gamma", "alpha", "beta", "newest"]
    assert ck.run("order", "nobody").exit_code == 1
