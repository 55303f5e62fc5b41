"""Command lines: words, joins, here-documents, compounds; whatever is odd is refused, never misread."""

import shlex
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.reading.shell_syntax import MAX_LENGTH, parse
from kernel.reading.shell_words import Compound, Script, Simple


def argvs(script: Script | None) -> list[list[tuple[str, ...]]]:
    """The words of each command of each pipeline; a compound gives its kind."""
    assert script is not None
    return [
        [one.argv if isinstance(one, Simple) else (one.kind,) for one in pipeline.commands]
        for pipeline in script.pipelines
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b | c", [[("a", "b"), ("c",)]]),
        ("a && b || c; d & e", [[("a",)], [("b",)], [("c",)], [("d",)], [("e",)]]),
        ("git commit -m 'fix; npm install broken'", [[("git", "commit", "-m", "fix; npm install broken")]]),
        ('pip install "django>=4.2"', [[("pip", "install", "django>=4.2")]]),
        ("pip install \\\n flask", [[("pip", "install", "flask")]]),
        ("echo a#b # a | b", [[("echo", "a#b")]]),
        (r"echo a\ b $'x\ty'", [[("echo", "a b", "x\ty")]]),
        ("x=$(a | b) y=2 cmd z", [[("cmd", "z")]]),
        ("a |& b", [[("a",), ("b",)]]),
        ("! time a", [[("a",)]]),
        ("a 2>&1 >/dev/null | b", [[("a",), ("b",)]]),
        ("[[ -f a && b < c ]] && d", [[("[[", "-f", "a", "&&", "b", "<", "c", "]]")], [("d",)]]),
        ("list=(a 'b c') ; d", [[], [("d",)]]),
        ("a\n\nb # x\nc", [[("a",)], [("b",)], [("c",)]]),
        ("a $((1 + (2 * 3))) ${b:-c d}", [[("a", "$((1 + (2 * 3)))", "${b:-c d}")]]),
    ],
)
def test_words_and_joins(text: str, expected: list[list[tuple[str, ...]]]) -> None:
    got = argvs(parse(text))
    assert [[words for words in line if words] for line in got] == expected


def test_a_here_document_is_no_command() -> None:
    script = parse("cat <<-'EOF' > out.txt && grep -c x out.txt\n\trm -rf / | head\n\tEOF\nls")
    assert argvs(script) == [[("cat",)], [("grep", "-c", "x", "out.txt")], [("ls",)]]


def test_a_here_document_inside_a_substitution_does_not_end_it() -> None:
    script = parse("git commit -m \"$(cat <<'EOF'\nquote ' paren ) \" done\nEOF\n)\" && git push")
    assert [line[0][:2] for line in argvs(script)] == [("git", "commit"), ("git", "push")]


@pytest.mark.parametrize(
    ("text", "kind", "inside"),
    [
        ("for f in *.py; do sed -n 1,5p $f; done", "for", ["sed"]),
        ("while read -r l; do a; b; done < file", "while", ["read", "a", "b"]),
        ("if a; then b; elif c; then d; else e; fi", "if", ["a", "b", "c", "d", "e"]),
        ("case $x in a|b) c ;; *) d ;; esac", "case", ["c", "d"]),
        ("(cd a; ls)", "(", ["cd", "ls"]),
        ("{ a; b; }", "{", ["a", "b"]),
        ("for ((i=0; i<3; i++)); do a; done", "for", ["a"]),
    ],
)
def test_compounds_show_what_they_run(text: str, kind: str, inside: list[str]) -> None:
    script = parse(text + " | tail -1")
    assert script is not None
    compound, last = script.pipelines[0].commands
    assert isinstance(compound, Compound) and compound.kind == kind
    assert [line[0][0] for line in argvs(compound.body)] == inside
    assert isinstance(last, Simple) and last.argv == ("tail", "-1")


def test_substitutions_are_read_and_the_word_is_not_literal() -> None:
    script = parse("diff <(sort a) \"$(sort b)\" 'c$d'")
    assert script is not None
    command = script.pipelines[0].commands[0]
    assert isinstance(command, Simple)
    assert [word.literal for word in command.words] == [True, False, False, True]
    assert [argvs(word.scripts[0]) for word in command.words if word.scripts] == [
        [[("sort", "a")]],
        [[("sort", "b")]],
    ]


def test_redirections_and_comments() -> None:
    script = parse("a 2>&1 &>> log < in  # ck:raw because\n# second")
    assert script is not None and script.comments == ("ck:raw because", "second")
    command = script.pipelines[0].commands[0]
    assert isinstance(command, Simple)
    assert [(one.fd, one.operator, one.target) for one in command.redirects] == [
        ("2", ">&", "1"), ("", "&>>", "log"), ("", "<", "in"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["a 'b", 'a "b', "a $(b", "a ${b", "a `b", "a | | b", "a )", "(a", "if a; then b", "f() { a; }", "function f { a; }",
     "a > | b", "| a", "&& a", "a ;; b", "done", "a <(b", "case x in", "$(" * 200 + ")" * 200, "x" * (MAX_LENGTH + 1)],
)  # fmt: skip
def test_what_is_not_understood_is_refused(text: str) -> None:
    assert parse(text) is None


@given(
    st.lists(
        st.text(st.characters(blacklist_characters="\x00", codec="utf-8"), max_size=12),
        min_size=1,
        max_size=6,
    )
)
@settings(deadline=None)
def test_quoted_words_come_back(words: list[str]) -> None:
    script = parse("cmd " + shlex.join(words))
    assert argvs(script) == [[("cmd", *words)]]


@given(st.text(st.sampled_from("ab \t\n'\"\\$`(){}|&;<>#=[]!*"), max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_parse_or_none(text: str) -> None:
    parse(text)


@given(
    st.lists(
        st.sampled_from(["a", "'b c'", '"d e"', "\\ f", "g#", "$'h\\ti'", "# j"]), min_size=1, max_size=5
    )
)
@settings(max_examples=40, deadline=None)
def test_words_are_those_of_the_shell(parts: list[str]) -> None:
    line = "printf '%s\\0' " + " ".join(parts)
    run = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    words = argvs(parse(line))[0][0][2:]
    assert run.stdout == "".join(word + "\0" for word in words or ("",))
