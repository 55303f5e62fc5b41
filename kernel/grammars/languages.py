# ruff: noqa: PTH113, PTH118, PTH120  (slices load this: pathlib would cost them 3 ms)
"""Languages by file name: which grammar reads a file, and which languages call one another."""

import os
from typing import NamedTuple


class Language(NamedTuple):
    """A language: its grammar (also the name of its query file), its family, the endings of its files.

    Files of one family resolve one another's names: TypeScript and JavaScript, C and C++, Java and Kotlin.
    ``level`` says what is claimed of it: ``precise`` where its project layouts are tested and slices of real projects were
    measured, ``by grammar`` where only its grammar is, ``by lines`` where nothing but lines and words is read.
    """

    name: str
    family: str
    endings: tuple[str, ...]
    level: str = "by grammar"


PRECISE = "precise"
BY_LINES = "by lines"
PYTHON = "python"

LANGUAGES = (
    Language(PYTHON, PYTHON, (".py", ".pyi"), PRECISE),
    Language("javascript", "ecmascript", (".js", ".mjs", ".cjs", ".jsx"), PRECISE),
    Language("typescript", "ecmascript", (".ts", ".mts", ".cts"), PRECISE),
    Language("tsx", "ecmascript", (".tsx", ".vue", ".svelte"), PRECISE),
    Language("go", "go", (".go",), PRECISE),
    Language("rust", "rust", (".rs",), PRECISE),
    Language("java", "jvm", (".java",)),
    Language("kotlin", "jvm", (".kt", ".kts")),
    Language("scala", "jvm", (".scala", ".sc")),
    Language("c", "c", (".c",)),
    Language("cpp", "c", (".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp")),
    Language("c_sharp", "c_sharp", (".cs",)),
    Language("php", "php", (".php",)),
    Language("ruby", "ruby", (".rb", ".rake")),
    Language("swift", "swift", (".swift",)),
    Language("elixir", "elixir", (".ex", ".exs")),
    Language("lua", "lua", (".lua",)),
    Language("bash", "bash", (".sh", ".bash")),
)
"""Header files are read as C++, which is nearly C and more."""

_READ_BY_LINES = {
    "ada": ".adb .ads", "awk": ".awk", "clojure": ".clj .cljs .cljc", "crystal": ".cr", "d": ".d", "dart": ".dart", "elisp": ".el", "elm": ".elm",
    "erlang": ".erl .hrl", "fish": ".fish", "fortran": ".f90 .f95 .f03 .f08 .for", "fsharp": ".fs .fsx", "gdscript": ".gd", "groovy": ".groovy .gradle",
    "haskell": ".hs", "haxe": ".hx", "julia": ".jl", "lisp": ".lisp .lsp", "nim": ".nim", "objective_c": ".m .mm",
    "ocaml": ".ml .mli", "pascal": ".pas .pp .dpr", "perl": ".pl .pm", "powershell": ".ps1 .psm1", "purescript": ".purs", "r": ".r .R", "racket": ".rkt",
    "scheme": ".scm .ss", "solidity": ".sol", "tcl": ".tcl", "vala": ".vala", "verilog": ".sv .v", "vhdl": ".vhd .vhdl", "vim": ".vim",
    "visual_basic": ".vb", "zig": ".zig", "zsh": ".zsh",
}  # fmt: skip
LINE_LANGUAGES = tuple(Language(name, name, tuple(endings.split()), BY_LINES) for name, endings in _READ_BY_LINES.items())
"""Languages without a query: definitions and mentions by a plain scan of lines."""

_QUERIES = os.path.join(os.path.dirname(__file__), "queries")
_BY_ENDING = {ending: language for language in (*LANGUAGES, *LINE_LANGUAGES) for ending in language.endings}


def language_of(path: str) -> Language | None:
    """The language of a file by its ending; None for what is no source of a language that is known here."""
    return _BY_ENDING.get(path[path.rfind(".") :]) if "." in path else None


def level_of(language: Language) -> str:
    """What is claimed of a language, never more than what reads it: without a query it is read by its lines."""
    if language.name == PYTHON or os.path.isfile(os.path.join(_QUERIES, f"{language.name}.scm")):
        return language.level
    return BY_LINES


def title_of(language: Language) -> str:
    """A language's name for people."""
    return " ".join(word.capitalize() for word in language.name.split("_"))


def family_of(path: str) -> str:
    """The family of a file's language; empty for what is no source."""
    found = language_of(path)
    return found.family if found else ""
