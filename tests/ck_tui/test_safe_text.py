"""Outside text never reaches a widget as markup or control codes."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ck_tui.inks import Inks, make_inks
from ck_tui.safe import clean, content, shorten
from ck_tui.themes import load_palettes
from ck_tui.widgets.line import Line, Piece, column, draw

ANY = st.text(st.characters(exclude_categories=()), max_size=60)


@pytest.fixture(scope="module")
def inks() -> Inks:
    return make_inks(load_palettes()[0]["ck-dark"].colours)


@given(ANY)
def test_cleaned_text_is_one_encodable_line_without_controls(text: str) -> None:
    shown = clean(text)
    shown.encode("utf-8")
    assert not any(ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0 for character in shown)
    assert not set(shown) & set("\u202e\u2066\u200b\ufeff\u2028")


def test_printable_text_stays_as_it_is() -> None:
    assert clean("def f(x): return [x] # naïve 你好 [/red]") == "def f(x): return [x] # naïve 你好 [/red]"


@pytest.mark.parametrize("text", ["[/some/path]", "list[int] [red]r", "[bold", "[@click=app.quit]x[/]"])
def test_markup_is_text(text: str) -> None:
    assert content(text).plain == text
    assert content(text).spans == []


@given(ANY, st.integers(1, 40))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert len(shorten(text, width)) <= width


@given(st.lists(ANY, max_size=4), st.lists(ANY, max_size=2), st.integers(1, 80), st.integers(0, 30))
def test_a_drawn_line_is_exactly_as_wide_as_asked(left: list[str], right: list[str], width: int, offset: int) -> None:
    inks = make_inks(load_palettes()[0]["ck-dark"].colours)
    line = Line(tuple(map(Piece, left)), tuple(map(Piece, right)))
    assert draw(line, width, inks, inks["base"], offset=offset).cell_length == width


@given(ANY, st.integers(0, 20), st.booleans())
def test_a_column_is_exactly_as_wide_as_asked(text: str, width: int, right: bool) -> None:
    assert cell_len(column(text, width, right=right).text) == width


def test_right_pieces_are_kept_where_the_left_is_cut(inks: Inks) -> None:
    drawn = draw(Line((Piece("a very long name of a file"),), (Piece("12.4k"),)), 16, inks, inks["base"]).text
    assert drawn == "a very lon…12.4k"


WIDGETS = {"Static", "Label", "Button", "Collapsible", "OptionList", "DataTable", "Tree", "RichLog", "Markdown"}
SOURCES = sorted((Path(__file__).parents[2] / "ck_tui").rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_source_file_gives_a_plain_string_to_a_widget(path: Path) -> None:
    """Widgets that read markup are not used at all; titles are Content; only ``say`` notifies, without markup."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            assert name not in WIDGETS, f"{path.name}:{node.lineno}: {name} reads markup; draw it with Drawn or Rows"
            if name == "notify":
                assert any(word.arg == "markup" and getattr(word.value, "value", True) is False for word in node.keywords)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and target.attr in ("border_title", "border_subtitle", "tooltip"):
                    assert isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "Content"
