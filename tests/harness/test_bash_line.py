"""The line that a shell is given, and the file that it prints into, as the real harness writes them."""

import pytest

from kernel.harness.claude.bash_line import collects, command_in

BEFORE = "source /h/.claude/shell-snapshots/s.sh 2>/dev/null || true && trap 'x && eval' EXIT\n: && \\builtin shopt -u extglob 2>/dev/null || true && "


@pytest.mark.parametrize(
    ("written", "command"),
    [
        ("'false' < /dev/null", "false"),
        ("'echo '\"'\"'a b'\"'\"' \"c\"; false' < /dev/null", "echo 'a b' \"c\"; false"),
        ("'echo '\\''a'\\''' < /dev/null", "echo 'a'"),
        ("'cat <<E\nx\nE\nexit 9'", "cat <<E\nx\nE\nexit 9"),
        ("'ls # ck:raw' < /dev/null", "ls # ck:raw"),
        ("'echo \"&& pwd -P >| x\"' < /dev/null", 'echo "&& pwd -P >| x"'),
    ],
)
@pytest.mark.parametrize("end", ["/tmp/claude-2753-cwd", "'/tmp/a b/claude-2753-cwd'"])
def test_the_agents_command_is_found_in_the_line(written: str, command: str, end: str) -> None:
    assert command_in(f"{BEFORE}eval {written} && pwd -P >| {end}") == command


@pytest.mark.parametrize("line", ["", "ls", "eval 'ls'", "eval ls && pwd -P >| /tmp/x", BEFORE])
def test_of_another_line_nothing_is_guessed(line: str) -> None:
    assert command_in(line) == ""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/tmp/claude-0/-r/3724ede2-d0ae-47e5-8c85-85bd2f70aede/tasks/bt5gc1bel.output", True),
        ("/private/tmp/claude-501/-Users-me-r/3724ede2-d0ae-47e5-8c85-85bd2f70aede/tasks/b.output", True),
        ("/tmp/claude-0/-r/3724ede2-d0ae-47e5-8c85-85bd2f70aede/tasks/b.output (deleted)", False),
        ("/tmp/claude-0/-r/3724ede2-d0ae-47e5-8c85-85bd2f70aede/tasks/b.log", False),
        ("/home/me/tasks/b.output", False), ("/home/me/3724ede2-d0ae-47e5-8c85-85bd2f70aede/tasks/b.output", False),
        ("pipe:[4711]", False), ("/dev/null", False), ("", False),
    ],
)  # fmt: skip
def test_only_the_harness_own_files_are_its_files(path: str, expected: bool) -> None:
    assert collects(path) is expected
