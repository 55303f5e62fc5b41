"""Source colours for a text, line by line, in the theme's few inks."""

from collections.abc import Callable
from typing import Any

from ck_tui.widgets.line import Piece

LIMIT = 150_000
"""Characters above which a text is shown without colours, so that no key waits for them (about 0.15 s of work)."""

_LEXERS = {
    "py": "python", "pyi": "python", "js": "javascript", "mjs": "javascript", "jsx": "jsx", "ts": "typescript", "tsx": "tsx",
    "go": "go", "rs": "rust", "java": "java", "kt": "kotlin", "rb": "ruby", "php": "php", "c": "c", "h": "c", "cc": "cpp",
    "cpp": "cpp", "hpp": "cpp", "cs": "csharp", "swift": "swift", "scala": "scala", "lua": "lua", "sh": "bash", "bash": "bash",
    "sql": "sql", "toml": "toml", "yaml": "yaml", "yml": "yaml", "json": "json", "html": "html", "css": "css", "xml": "xml",
    "ini": "ini", "cfg": "ini", "diff": "diff", "patch": "diff",
}  # fmt: skip


def _ink_of(token: Any) -> str:
    """The ink of a token type."""
    from pygments.token import Comment, Keyword, Name, Number, Operator, String

    for kind, ink in (
        (Comment, "comment"),
        (String, "string"),
        (Number, "number"),
        (Keyword, "keyword"),
        (Operator.Word, "keyword"),
        (Name.Function, "definition"),
        (Name.Class, "definition"),
        (Name.Decorator, "keyword"),
    ):
        if token in kind:
            return ink
    return "text"


def can_colour(path: str, lines: tuple[str, ...]) -> bool:
    """Whether there is a lexer for the file and the text is small enough."""
    return path.rpartition(".")[2].lower() in _LEXERS and sum(map(len, lines)) <= LIMIT


def colour(path: str, lines: tuple[str, ...]) -> Callable[[int, str], tuple[Piece, ...]]:
    """Colours for every line of a source text; the text is taken as given, only inks are added."""
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(_LEXERS[path.rpartition(".")[2].lower()], stripnl=False, ensurenl=False)
    inks: dict[Any, str] = {}
    table: list[list[Piece]] = [[]]
    for token, text in lexer.get_tokens("\n".join(lines)):
        ink = inks.get(token) or inks.setdefault(token, _ink_of(token))
        for number, part in enumerate(text.split("\n")):
            if number:
                table.append([])
            if part:
                table[-1].append(Piece(part, ink))

    def pieces(index: int, text: str) -> tuple[Piece, ...]:
        found = tuple(table[index]) if index < len(table) else ()
        # A lexer may normalise characters: what is shown must be the text itself.
        return found if "".join(piece.text for piece in found) == text else (Piece(text),)

    return pieces
