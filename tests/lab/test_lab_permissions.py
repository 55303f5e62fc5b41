"""Who may run what is decided as without us: by every kind of rule, however ck is installed and whatever of it is on."""

import json
import sys
from typing import NamedTuple

import pytest
from claude_cli import Lab, needs_cli
from scripted_model import bash

pytestmark = needs_cli

PROGRAM = '#!/bin/sh\necho "$*" >> "$HOME/ran"\n[ "$1" != ci ] || { seq 1 3000; exit 3; }\n'
"""A program ``npm`` that notes its words; ``npm ci`` prints much and fails, so that the trap has work."""

RULES = {
    "allow": ["Bash(npm install a)", "Bash(npm i:*)", "Bash(npm ci)", "Bash(npm update --no-fund)", "Bash(echo:*)"],
    "deny": ["Bash(npm add)", "Bash(npm install b:*)", "Bash(rm:*)"],
    "ask": ["Bash(npm install c)", "Bash(npm ci x:*)"],
}
COMMANDS = (
    "npm install a",  # allowed exactly
    "npm i b",  # allowed by its start
    "npm ci",  # allowed, and fails
    "npm update",  # only its other form is allowed
    "npm add",  # denied exactly
    "npm install b c",  # denied by its start
    "npm install c",  # asked exactly
    "npm ci x",  # asked by its start, would fail
    "npm install d",  # no rule
    "echo fine && npm i x",  # a list, all allowed
    "echo fine; npm add",  # a list, its end denied
    "rm -f nothing",  # denied, nothing of ours
    "echo fine; false",  # allowed, fails, prints little
)


class Way(NamedTuple):
    """How ck is there: ``how`` is "settings", "plugin" or empty for not at all; the rest is switched by the environment."""

    how: str
    trap: bool = True
    quieter: bool = False

    @property
    def environment(self) -> dict[str, str]:
        return {**({} if self.trap else {"CK_TOOLS": "Bash=off"}), **({"CK_QUIETER_COMMANDS": "1"} if self.quieter else {})}


class Decided(NamedTuple):
    """What became of each command: whether it failed or was refused and what was said of that, and what ``npm`` was called with."""

    told: list[tuple[bool, str]]
    ran: list[str]


WAYS = [Way(how, trap, quieter) for how in ("settings", "plugin") for trap in (True, False) for quieter in (False, True)]
MODES = ("default", "acceptEdits", "dontAsk", "bypassPermissions")


def decided(lab: Lab, way: Way, mode: str) -> Decided:
    """Run all commands under the rules."""
    programs, ran = lab.home / "programs", lab.home / "ran"
    programs.mkdir(exist_ok=True)
    (programs / "npm").write_text(PROGRAM)
    (programs / "npm").chmod(0o755)
    ran.write_text("")
    options = ["--settings", json.dumps({"permissions": RULES}), "--permission-mode", mode]
    if way.how == "settings":
        lab.install()
    elif way.how == "plugin":
        lab.install("--plugin")
        options += ["--plugin-dir", str(next(lab.ck_home.rglob("plugin.json")).parents[1])]
    path = f"{programs}:{lab.environment['PATH']}"
    done = lab.run([[bash(one)] for one in COMMANDS], *options, allow=(), PATH=path, IS_SANDBOX="1", **way.environment)
    shown = [done.shown(turn) for turn in range(len(COMMANDS))]
    # What a failing command printed may be shortened: that is no decision.
    return Decided([(one.is_error, one.text.split("\n")[0]) for one in shown], ran.read_text().splitlines())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.how}-{'trap' if way.trap else 'no trap'}{'-quieter' * way.quieter}")
def test_every_decision_is_as_without_us(lab: Lab, way: Way, mode: str) -> None:
    without = decided(lab, Way(""), mode)
    refused = [one for one, (failed, _) in zip(COMMANDS, without.told, strict=True) if failed]
    assert {"npm add", "npm install b c", "rm -f nothing"} <= set(refused), "the rules of this test decide something"
    with_us = decided(lab, way, mode)
    assert with_us.told == without.told
    assert [one.replace(" --no-fund", "") for one in with_us.ran] == without.ran
    assert any("--no-fund" in one for one in with_us.ran) == way.quieter, "what is tested is there"
    traps = [path.read_text() for path in (lab.home / ".claude" / "session-env").rglob("*.sh")]
    assert any("EXIT" in text for text in traps) == way.trap


HOOK = """import json, sys
asked = json.load(sys.stdin)["tool_input"]
changed = {**asked, "command": asked["command"] + " --no-fund"}
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": changed}}))"""


def test_a_hook_that_changed_a_command_would_let_a_denied_one_run(lab: Lab) -> None:
    """Why commands get their quieter form in the shell; where this no longer holds, a hook might do it."""
    hook = {"type": "command", "command": sys.executable, "args": ["-c", HOOK]}
    hooks = {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}
    rules = {"allow": ["Bash"], "deny": ["Bash(echo denied)"], "ask": ["Bash(echo asked)"]}
    for settings, runs in (({"permissions": rules}, False), ({"permissions": rules, "hooks": hooks}, True)):
        ran = lab.run([[bash("echo denied")], [bash("echo asked")]], "--settings", json.dumps(settings), allow=())
        assert [not ran.shown(turn).is_error for turn in (0, 1)] == [runs, runs]
