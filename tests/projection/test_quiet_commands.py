"""Quieter forms of commands: exactly a flag more, or nothing is changed."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernel.projection.quiet_commands import LONGEST, RULES, quieter
from kernel.reading.shell_syntax import parse
from kernel.reading.shell_words import Script, Simple

PROGRAMS = ("pip", "pip3", "pip3.11", "npm", "composer", "ffmpeg", "git", "python", "pipx", "sudo", "env", "time")


@pytest.mark.parametrize(
    ("command", "changed"),
    [
        ("npm install", "npm install --no-fund"),
        ("npm ci", "npm ci --no-fund"),
        ("npm i left-pad@1.3.0", "npm i --no-fund left-pad@1.3.0"),
        ("pip install flask", "pip install --progress-bar off flask"),
        ("python -m pip install -r requirements.txt", "python -m pip install --progress-bar off -r requirements.txt"),
        ("/usr/bin/pip3.11 download x", "/usr/bin/pip3.11 download --progress-bar off x"),
        ("sudo -E pip install y", "sudo -E pip install --progress-bar off y"),
        ("CI=1 npm ci", "CI=1 npm ci --no-fund"),
        ("cd app && npm ci; pip install . || npm i x", "cd app && npm ci --no-fund; pip install --progress-bar off . || npm i --no-fund x"),
        ("composer require a/b", "composer require --no-progress a/b"),
        ("ffmpeg -i a.mp4 b.gif", "ffmpeg -nostats -i a.mp4 b.gif"),
        ("pip install -- x", "pip install --progress-bar off -- x"),
        ("npm  i   x ;", "npm  i --no-fund   x ;"),
    ],
)
def test_a_flag_is_added_where_it_is_sure(command: str, changed: str) -> None:
    assert quieter(command) == changed


@pytest.mark.parametrize(
    "command",
    [
        'pip install "django>=4.2"', "pip install django>=4.2", "pip install \\\n flask \\\n requests", 'npm i "a|b"',
        'git commit -m "fix; npm install broken"', "ssh host 'cd x; pip install y'", "python3 -c 'import os; pip install z'",
        "x=$(pip install y)", "`npm ci`", "npm ci # please", "npm ci | tee log", "npm ci > log", "npm ci 2>&1", "npm ci &",
        "npm i\nnpm i", "npm i\r", "pip install flask[async]", "npm i ~/x", "npm i $X", "npm i {a,b}", "npm i a*", "npm i !x",
        "(npm ci)", "{ npm ci; }", "if npm ci; then true; fi", "time npm ci", "npm ci &&", "npm ci;; ls", "cat <<E\nnpm ci\nE",
        "npm\tci", "npm ci é", "npm ci\x00", "",
    ],
)  # fmt: skip
def test_what_a_shell_would_interpret_is_left(command: str) -> None:
    assert quieter(command) is None


@pytest.mark.parametrize(
    "command",
    [
        "pip -q install x", "pip install -q x", "pip install --progress-bar on x", "pip install --progress-bar=raw x", "pip list",
        "npm test", "npm run install", "npm install --no-fund", "npm install --fund=true", "pipx install x", "npx install", "pip",
        "docker exec c npm ci", "git log", "echo npm install", "mynpm install", "composer install --quiet", "ffmpeg -progress - -i a b",
    ],
)  # fmt: skip
def test_what_was_decided_or_is_another_command_is_left(command: str) -> None:
    assert quieter(command) is None


def test_a_very_long_command_is_left() -> None:
    assert quieter("npm i " + "x " * LONGEST) is None


def without_flags(script: Script) -> list[list[str]]:
    """The words of each command, without what the rules add."""
    flags = {rule.flag for rule in RULES}
    found = []
    for pipeline in script.pipelines:
        for one in pipeline.commands:
            assert isinstance(one, Simple)
            words = [*one.assignments, *one.argv]
            for flag in flags:
                for at in range(len(words)):
                    if tuple(words[at : at + len(flag)]) == flag:
                        del words[at : at + len(flag)]
                        break
            found.append([pipeline.joiner, *words])
    return found


PIECES = st.sampled_from(
    (*PROGRAMS, "install", "i", "ci", "-m", "-E", "x", "a/b", "--", "-q", "A=1", "&&", "||", ";", "&", "|", '"', "'", "\\", "\n", "#", "$x", "$(", ")", "`", ">", "*", "if", "!")
)


@given(st.lists(st.tuples(PIECES, st.sampled_from(("", " ", "  "))), max_size=14))
@settings(max_examples=2_000, deadline=None)
def test_the_parse_differs_by_the_flag_only(parts: list[tuple[str, str]]) -> None:
    command = "".join(piece + space for piece, space in parts)
    changed = quieter(command)
    if changed is None:
        return
    before, after = parse(command), parse(changed)
    assert before is not None and after is not None and before.comments == after.comments == ()
    assert without_flags(after) == without_flags(before) and len(changed) > len(command)
    assert quieter(changed) in (None, changed) or without_flags(after) == without_flags(parse(quieter(changed) or "") or after)


PLAIN = st.lists(
    st.sampled_from((*PROGRAMS[:7], "install", "ci", "i", "x", "-m", "pip", "&&", "||", ";", "A=1", "env", "python -m pip")), min_size=1, max_size=9
)


@given(words=PLAIN)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_real_shells_call_the_same_with_the_flag_and_end_the_same(words: list[str], tmp_path: Path) -> None:
    command = " ".join(words)
    changed = quieter(command)
    if changed is None:
        return
    programs = tmp_path / "bin"
    if not programs.exists():
        programs.mkdir()
        for name in (*PROGRAMS[:7], "python"):
            # Some of them fail, so that lists go on in different ways.
            (programs / name).write_text(f'#!/bin/sh\nprintf "<%s>" "$0" "$@" "$A"; echo; exit {len(name) % 2}\n')
            (programs / name).chmod(0o755)

    def run(line: str) -> tuple[int, str]:
        environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(tmp_path)}
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
        return done.returncode, done.stdout

    code, shown = run(changed)
    for rule in RULES:
        shown = shown.replace("".join(f"<{word}>" for word in rule.flag), "")
    assert (code, shown) == run(command)
    assert [path.name for path in tmp_path.iterdir()] == ["bin"]
