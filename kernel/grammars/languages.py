"""Languages by file name: which grammar reads a file, and which languages call one another."""

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

_BY_ENDING = {ending: language for language in LANGUAGES for ending in language.endings}


def language_of(path: str) -> Language | None:
    """The language of a file by its ending; None for what is no source of a language that is known here."""
    return _BY_ENDING.get(path[path.rfind(".") :]) if "." in path else None


def family_of(path: str) -> str:
    """The family of a file's language; empty for what is no source."""
    found = language_of(path)
    return found.family if found else ""
