"""Users' Python functions, however they misbehave: the output is projected, the process lives, and what happened is known."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from sysconfig import get_path

import pytest

from kernel.hooks import registered_command
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.projection.plugins import DEADLINE, Plugin, PluginError, PluginStopped
from kernel.projection.recogniser import SURE, Fold, Keep, Seen
from kernel.service import plugin_list
from kernel.service.doctor import check_kernel
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.log import read_log
from kernel.service.observe import PLUGINS, observe
from kernel.service.plugin_process import ask_aside
from kernel.service.plugin_strikes import FILE_NAME, MOST, add_strike, set_aside

TEXT = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
MODULE = """
import faulthandler, os, re, signal, time
from kernel.projection.recogniser import Fold, Keep

def good(seen):
    print("not into the answer")
    yield Keep(3, 4, why="asked for")
    yield Fold(5, 9, "lines", "asked for")

def raises(seen):
    raise ValueError("broken \x1b[31m")

def hangs(seen):
    while True:
        pass

def blocks(seen):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
    signal.signal(signal.SIGALRM, lambda *told: None)
    re.match(r"(a+)+$", "a" * 60 + "b")

def leaves(seen):
    os._exit(7)

def crashes(seen):
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)

def closes(seen):
    os.closerange(0, 100)
    return []

def holds(seen):
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)

def floods(seen):
    while True:
        yield Keep(0, 1)

def wrong(seen):
    return [("text", 1)]
"""


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], list[Keep | Fold]]]:
    (tmp_path / "users_functions.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    lines = [f"line {n}" for n in range(20)]

    def asked(function: str) -> list[Keep | Fold]:
        return ask_aside(Plugin("mine", target=f"users_functions:{function}"), Seen(lines, "\n".join(lines)))  # type: ignore[return-value]

    yield asked
    sys.modules.pop("users_functions", None)


def test_what_a_function_proposes_comes_back(ask: Callable[[str], list[Keep | Fold]], capfd: pytest.CaptureFixture[str]) -> None:
    assert ask("good") == [Keep(3, 4, SURE, "asked for"), Fold(5, 9, "lines", "asked for", SURE, "plug-in lines")]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("function", "told"), [("raises", "ValueError: broken"), ("wrong", "only Keep and Fold"), ("missing", "AttributeError")])
def test_a_mistake_is_told_and_is_no_strike(ask: Callable[[str], list[Keep | Fold]], function: str, told: str) -> None:
    with pytest.raises(PluginError, match=told) as caught:
        ask(function)
    assert not isinstance(caught.value, PluginStopped)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("hangs", "longer"), ("blocks", "longer"), ("floods", "longer"), ("holds", "longer|exit code"), ("leaves", "exit code 7"),
        ("crashes", f"signal {int(signal.SIGSEGV)}"), ("closes", "no answer|exit code 0"),
    ],
)  # fmt: skip
def test_one_that_hangs_or_dies_is_stopped_in_time(ask: Callable[[str], list[Keep | Fold]], function: str, told: str) -> None:
    begun = time.monotonic()
    with pytest.raises(PluginStopped, match=told):
        ask(function)
    assert time.monotonic() - begun < DEADLINE + 1
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_it_ends_also_where_nobody_is_left_to_end_it(tmp_path: Path) -> None:
    (tmp_path / "users_functions.py").write_text(MODULE)
    code = (
        "import os, sys, threading\nsys.path.insert(0, sys.argv[1])\n"
        "from kernel.projection.plugins import Plugin\nfrom kernel.projection.recogniser import Seen\n"
        "from kernel.service import plugin_process\n"
        "plugin_process._read = lambda reader, ends: os._exit(0)\n"
        "plugin_process.ask_aside(Plugin('mine', target='users_functions:hangs'), Seen(['x'], 'x'))"
    )
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, pass_fds=(writer,), timeout=60)
    os.close(writer)
    # The end of the pipe comes when the last process that holds it has ended.
    with os.fdopen(reader, "rb") as file:
        assert file.read() == b""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    (tmp_path / "users_functions.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    environ = {"CK_HOME": str(tmp_path / "home"), "CK_CONFIG": str(tmp_path / "home" / "config.toml")}
    (tmp_path / "home").mkdir(mode=0o700)
    with open_kernel(str(tmp_path), environ) as opened:
        yield opened
    sys.modules.pop("users_functions", None)


def store(kernel: Kernel, *functions: str) -> None:
    rows = [{"name": name, "patterns": None, "target": f"users_functions:{name}", "disabled": False} for name in functions]
    (Path(kernel.home) / PLUGINS).write_text(json.dumps(rows))


def shown(kernel: Kernel) -> str:
    return observe(kernel, ToolOutput(TEXT, "Bash", "pytest -v"), Scope(kernel.repository.key)).text


def told(kernel: Kernel) -> list[str]:
    return [f"{entry.where}: {entry.message}" for entry in read_log(kernel.home)]


@pytest.mark.parametrize("function", ["leaves", "crashes", "hangs"])
def test_one_that_must_be_stopped_is_set_aside_after_some_times_and_reported(kernel: Kernel, function: str) -> None:
    store(kernel, function, "raises")
    for _ in range(MOST + 1):
        assert len(shown(kernel)) < len(TEXT) / 10
    mine = [line for line in told(kernel) if line.startswith(f"plug-in {function}: ")]
    assert len(mine) == MOST and f"ck plugins enable {function}" in mine[-1] and "enable" not in mine[0]
    assert sum(line.startswith("plug-in raises: ValueError") for line in told(kernel)) == MOST + 1
    troubles = plugin_list.troubles(kernel.home)
    assert troubles[function].set_aside and not troubles["raises"].set_aside
    (check,) = [check for check in check_kernel(kernel, {}) if check.name == "plug-ins"]
    assert check.state == "warning" and check.detail.startswith("2 of 2 failed in the last week, 1 set aside")
    plugin_list.switch(kernel, function, False)
    assert set_aside(kernel.home) == frozenset()


@pytest.mark.parametrize("function", ["leaves", "crashes", "blocks", "closes"])
def test_a_hook_answers_and_exits_as_always(tmp_path: Path, function: str) -> None:
    for folder in ("home", "packages", "repo"):
        (tmp_path / folder).mkdir(mode=0o700)
    (tmp_path / "packages" / "users_functions.py").write_text(MODULE)
    row = {"name": "mine", "patterns": None, "target": f"users_functions:{function}", "disabled": False}
    (tmp_path / "home" / PLUGINS).write_text(json.dumps([row]))
    told = {"hook_event_name": "PostToolUse", "session_id": "s", "cwd": str(tmp_path / "repo"), "tool_name": "Bash"}
    told |= {"tool_input": {"command": "pytest -v"}, "tool_response": {"stdout": TEXT, "stderr": "", "interrupted": False}}
    done = subprocess.run(
        [part.replace(get_path("platlib"), str(tmp_path / "packages")) for part in registered_command("claude")],
        input=json.dumps(told).encode(), capture_output=True, check=False, timeout=60,
        env={"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(json.loads(done.stdout)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]) < len(TEXT) / 10
    assert [entry.where for entry in read_log(str(tmp_path / "home"))] == ["plug-in mine"]


def test_a_damaged_list_of_strikes_sets_nobody_aside(kernel: Kernel) -> None:
    store(kernel, "good")
    (Path(kernel.home) / FILE_NAME).write_bytes(b'\x00\n[1]\n{"good": 1}\n["good", "x", 3]\n' + b"[" * 5000)
    assert set_aside(kernel.home) == frozenset()
    for _ in range(MOST):
        add_strike(kernel.home, "good", "x")
    assert set_aside(kernel.home) <= {"good"}
    assert len(shown(kernel)) < len(TEXT) / 10
