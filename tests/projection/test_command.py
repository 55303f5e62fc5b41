"""What a command tells: extractions on purpose, our own output, the program behind wrappers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.projection.command import is_extraction, is_ours, printed_by, program_of, read_path


@pytest.mark.parametrize(
    "command",
    [
        "head -50 f", "tail -n 100 f", "sed -n 1,9p f", "awk '{print} NR==20{exit}' f", "jq '.items[3]' f", "cut -d, -f2 f",
        "grep -o 'path=\"[^\"]*\"' src/App.tsx", "grep -c x .", "grep -rl x .", "grep -n x src/a.py", "rg x src/a.py", "rg -l x",
        "pytest -q 2>&1 | tail -20", "cat f.log | grep ERROR", "git log | wc -l", "ls | sort | uniq -c", "git status --porcelain",
        "./jobs list --json", "kubectl get pods -o json", "gh pr list --limit 20", "git log -5", "git log --oneline -n 20",
        "git diff --stat", "git rev-parse HEAD", "cd x && sed -n 3p a", "for f in a b; do echo \"== $f\"; head -3 $f; done",
        "bash -lc 'cd a && sed -n 1,5p b'", "sudo -u me tail -3 /var/log/x", "grep x f || true", "echo \"$(cat x)\"", "cat a.py",
        "git show main:src/a.py", "cat x.log | head -3 | cat", "docker logs --tail 20 web", "journalctl -n 30",
    ],
)  # fmt: skip
def test_extractions(command: str) -> None:
    assert is_extraction(command)


@pytest.mark.parametrize(
    "command",
    [
        "", "cat recall.py.log", "grep -rn recall.py .", "used -n 5", "sed -n 1p a; npm ci", "echo 'sed -n 1p'; make", "rg foo src",
        "rg foo", "jq . big.json", "pytest -v", "git log -500 --stat", "git log -p -5", "cat data.csv", "ls -la", "find . -name x",
        "journalctl -n 2000", "git commit -m 'x | head'", "npm ci # | head", "head -3 'unterminated", "python -m pytest -n 4",
        "echo hi > log; npm ci", "docker logs web", "tail -3 f > out.txt && make", "cat package-lock.json", "curl -s x | cat",
    ],
)  # fmt: skip
def test_no_extractions(command: str) -> None:
    assert not is_extraction(command)


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("make # ck:raw", True), ("make  #  ck:raw please", True), ("cd x && ck recall 4 --all", True), ("/usr/bin/ck recall 4", True),
        ("echo '# ck:raw'", False), ("grep ck a.txt", False), ("cat ck", False), ("make 'broken # ck:raw", True), ("", False),
        ("bash -c 'ck recall 3'", True), ("ck recall 3 > f", False),
    ],
)  # fmt: skip
def test_what_passes_as_it_is(command: str, ours: bool) -> None:
    assert is_ours(command) is ours


@pytest.mark.parametrize(
    ("command", "program"),
    [
        ("cd x && FOO=1 sudo -u me env A=b timeout -k 5 30 python3.11 -m pytest -q 2>&1 | tee log", ("pytest", ("-q",))),
        ("npx --yes jest --ci", ("jest", ("--ci",))), ("uv run ruff check", ("ruff", ("check",))), ("./bin/x a", ("x", ("a",))),
        ("a; b; cd ..", ("b", ())), ("make > log", ("", ())), ("find . | xargs -n 1 grep foo", ("grep", ("foo",))),
        ("cat x | cat", ("cat", ("x",))), ("nice -n 10 make -j8", ("make", ("-j8",))),
    ],
)  # fmt: skip
def test_the_program_behind_wrappers(command: str, program: tuple[str, tuple[str, ...]]) -> None:
    assert program_of(command) == program


def test_the_source_of_a_pipe_is_told() -> None:
    assert [(one.program, one.piped, one.source) for one in printed_by("npm ci 2>&1 | grep -v x | tail -5")] == [
        ("tail", True, "npm")
    ]


@pytest.mark.parametrize(
    ("command", "path"),
    [("cat a.py", "a.py"), ("cat -n 'a b.py'", "a b.py"), ("cat a b", ""), ("git -C r show v1:s/x.go", "s/x.go"), ("cat a.py | head", ""), ("cd x; cat a.py", "a.py")],
)  # fmt: skip
def test_a_file_that_is_printed_whole(command: str, path: str) -> None:
    assert read_path(command) == path


WORDS = st.sampled_from(
    ["git", "log", "-p", "ck", "recall", "sudo", "env", "A=1", "time", "bash", "-c", "-m", "python3", "npx", "xargs", "-n", "1", "--", "timeout",
     "5s", "if", "done", "in", "cat", "a.py", "uv", "run", "/usr/bin/ck", "function", "nice"]
)  # fmt: skip


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_a_command_of_plain_words_is_read_as_the_parser_reads_it(words: list[str]) -> None:
    command = " ".join(words)
    parsed = f"{command} ;"  # the sign is one for the parser
    assert printed_by(command) == printed_by(parsed)
    assert (is_ours(command), is_extraction(command)) == (is_ours(parsed), is_extraction(parsed))
