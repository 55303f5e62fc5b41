"""Which commands pick their lines on purpose: who asks for ten lines wants those ten."""

from collections.abc import Callable, Mapping, Sequence

SILENT = frozenset(
    ("cd", "pushd", "popd", "export", "source", ".", "set", "unset", "shopt", "umask", "ulimit", "trap", "wait", "alias",
     "mkdir", "rmdir", "rm", "cp", "mv", "ln", "touch", "chmod", "chown", "true", "false", ":", "test", "[", "[[", "sleep",
     "kill", "read", "exit", "return", "break", "continue", "shift", "local", "declare", "typeset", "readonly", "eval", "let",
     "echo", "printf", "pwd", "activate", "clear", "mktemp")
)  # fmt: skip
"""Programs that print nothing, or only the few words that the caller wrote."""

_ALWAYS = frozenset(
    ("head", "tail", "sed", "awk", "gawk", "mawk", "cut", "sort", "uniq", "wc", "tr", "column", "comm", "join", "paste", "rev",
     "diff", "cmp", "xxd", "od", "hexdump", "strings", "fold", "fmt", "shuf", "split", "stat", "file", "basename", "dirname",
     "realpath", "readlink", "which", "whereis", "date", "id", "whoami", "hostname", "uname", "base64", "bc", "expr", "seq", "nproc", "yq", "xmllint",
     "xq", "miller", "mlr", "csvcut", "csvgrep", "ck", "man", "tldr")
)  # fmt: skip
_GREPS = frozenset(("grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "ugrep", "pcregrep"))
_MACHINE = frozenset(
    (
        "--json",
        "--porcelain",
        "--porcelain=v1",
        "--porcelain=v2",
        "-json",
        "--csv",
        "--tsv",
        "--raw",
        "--jsonpath",
    )
)
_MACHINE_STARTS = (
    "--format=",
    "--output=",
    "--output-format=",
    "-ojson",
    "-oyaml",
    "-oname",
    "-ojsonpath",
    "--template=",
)
_FORMATS = frozenset(("-o", "--output", "--format", "--output-format", "--template"))
_FEW = 50
"""A limit that the caller wrote, up to which the output is what was asked for."""

_LIMITS = frozenset(("-n", "--lines", "--tail", "--limit", "--max-count", "-L", "--head", "--last"))
_LIMITED = frozenset(
    ("journalctl", "docker", "podman", "kubectl", "gh", "glab", "dmesg", "heroku", "fly", "stern", "crictl")
)
_GIT_EXPLICIT = frozenset(
    ("rev-parse", "rev-list", "ls-remote", "merge-base", "describe", "config", "remote", "symbolic-ref", "cat-file", "for-each-ref", "hash-object", "var", "tag", "branch", "stash")
)  # fmt: skip
_GIT_SHORT = frozenset(
    (
        "--stat",
        "--shortstat",
        "--numstat",
        "--name-only",
        "--name-status",
        "--oneline",
        "-s",
        "--short",
        "--summary",
    )
)


def is_explicit(program: str, arguments: Sequence[str], piped: bool) -> bool:
    """Whether a program with these arguments prints just what was asked for.

    Args:
        program: Base name.
        arguments: Its words, without quotes.
        piped: Whether it reads what another command printed.
    """
    if program in _ALWAYS or _is_machine(arguments) or "--help" in arguments:
        return True
    decide = _DECISIONS.get(program)
    if decide is not None:
        return decide(arguments, piped)
    if program in _GREPS:
        return _is_narrow_grep(program, arguments, piped)
    return program in _LIMITED and 0 < _limit(arguments) <= _FEW


def _is_machine(arguments: Sequence[str]) -> bool:
    """Whether a form for programs was asked for."""
    for at, word in enumerate(arguments):
        if word in _MACHINE or word.startswith(_MACHINE_STARTS):
            return True
        if (
            word in _FORMATS
            and at + 1 < len(arguments)
            and not arguments[at + 1].startswith(("wide", "/", ".", "-"))
        ):
            value = arguments[at + 1].partition("=")[0]
            if (
                value in ("json", "yaml", "name", "jsonpath", "csv", "tsv", "custom-columns", "go-template")
                or "{{" in arguments[at + 1]
            ):
                return True
    return False


def _is_narrow_grep(program: str, arguments: Sequence[str], piped: bool) -> bool:
    letters = "".join(word[1:] for word in arguments if word.startswith("-") and not word.startswith("--"))
    if any(letter in letters for letter in "oclLq"):
        return True
    if any(
        word.startswith(("--only-matching", "--count", "--files-with", "--max-count")) for word in arguments
    ):
        return True
    operands = [word for word in arguments if not word.startswith("-")]
    if program != "rg" and ("r" in letters or "R" in letters or "--recursive" in arguments):
        return False
    files = operands if "e" in letters or "f" in letters else operands[1:]
    if piped:
        return not files
    searches_folders = program in ("rg", "ag", "ack", "ugrep")
    return len(files) == 1 and not _is_pattern(files[0]) and (not searches_folders or _has_ending(files[0]))


def _is_pattern(path: str) -> bool:
    return any(sign in path for sign in "*?[{$`")


def _has_ending(path: str) -> bool:
    return "." in path.rpartition("/")[2].strip(".")


def _limit(arguments: Sequence[str]) -> int:
    """The number of entries or lines that was asked for; 0 if none was."""
    for at, word in enumerate(arguments):
        name, sign, value = word.partition("=")
        if name in _LIMITS:
            value = value if sign else arguments[at + 1] if at + 1 < len(arguments) else ""
        elif word.startswith(("-n", "-")) and word.lstrip("-n").isdigit():
            value = word.lstrip("-n")
        else:
            continue
        if value.isascii() and value.isdigit():
            return int(value[:9])
    return 0


def _git(arguments: Sequence[str], piped: bool) -> bool:
    words = list(arguments)
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] in ("-C", "-c", "--git-dir", "--work-tree") else words[1:]
    verb = words[0] if words else ""
    if verb in _GIT_EXPLICIT:
        return True
    if verb == "grep":
        return _is_narrow_grep("rg", words[1:], piped)
    short = any(word in _GIT_SHORT or word.startswith("--stat=") for word in words)
    if verb in ("log", "shortlog", "reflog"):
        patch = any(word in ("-p", "--patch", "-u") for word in words)
        return not patch and 0 < _limit(words) <= (_FEW if short and "--stat" not in words else _FEW // 3)
    if verb == "blame":
        return any(word.startswith("-L") for word in words)
    return verb in ("diff", "show", "status") and short


def _jq(arguments: Sequence[str], piped: bool) -> bool:
    """A filter picks; ``jq .`` only prints prettily."""
    operands = [word for word in arguments if not word.startswith("-")]
    return bool(operands) and operands[0] not in (".", "")


def _find(arguments: Sequence[str], piped: bool) -> bool:
    return any(word in ("-printf", "-exec", "-execdir", "-ok", "-quit", "-print0") for word in arguments)


def _checksum(arguments: Sequence[str], piped: bool) -> bool:
    """Sums were asked for; checking them prints a verdict on every file, of which those that differ matter."""
    return not any(word in ("-c", "--check") for word in arguments)


_CHECKSUMS = ("md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "shasum", "cksum")
_DECISIONS: Mapping[str, Callable[[Sequence[str], bool], bool]] = {
    "git": _git,
    "jq": _jq,
    "gojq": _jq,
    "find": _find,
    **dict.fromkeys(_CHECKSUMS, _checksum),
}
