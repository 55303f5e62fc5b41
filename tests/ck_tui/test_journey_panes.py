"""The other panes: repository, charter, parked outputs, ledger; help, palette, layout."""

from pathlib import Path

import pytest
from conftest import screen_text
from fake_bridge import SYMPTOM, make_fake
from test_journey_slice import until, workbench

from ck_tui.screens.charter_edit import CharterScreen
from ck_tui.screens.choice import ChoiceScreen
from ck_tui.screens.commands import CommandsScreen
from ck_tui.screens.output import OutputScreen


async def test_numbers_focus_panes_and_tab_walks_them() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        for key, name in (("1", "repository"), ("2", "task"), ("3", "charter"), ("4", "parked"), ("5", "ledger")):
            await pilot.press(key)
            assert app.main.current == name
        seen = []
        for _ in range(6):
            await pilot.press("tab")
            seen.append(app.focused.id if app.focused else None)
        assert seen == ["tree", "items", "preview", "constraints", "outputs", "days"]


async def test_narrow_terminals_show_one_pane_and_the_same_keys() -> None:
    async with workbench((80, 24), SYMPTOM) as (app, pilot):
        for key, words in (("1", "3 of 8 files"), ("3", "2 citations"), ("4", "pytest -q"), ("5", "239k saved"), ("2", "4 items")):
            await pilot.press(key)
            await until(pilot, lambda words=words: words in screen_text(app))
        await pilot.click("TabLine", offset=(4, 0))
        await until(pilot, lambda: app.main.current == "repository")


async def test_resizing_keeps_focus_and_changes_the_layout() -> None:
    async with workbench((160, 45), SYMPTOM) as (app, pilot):
        await pilot.press("4")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: app.main.has_class("-narrow") and "14.9k" in screen_text(app))
        assert app.focused is not None and app.focused.id == "outputs"
        await pilot.resize_terminal(50, 12)
        await until(pilot, lambda: "too small" in screen_text(app))
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: "Task state" in screen_text(app) and "too small" not in screen_text(app))
        await until(pilot, lambda: app.focused is not None and app.focused.id == "outputs")


async def test_zoom_shows_one_pane() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("4", "z")
        await until(pilot, lambda: "Repository" not in screen_text(app))
        assert "pytest -q" in screen_text(app)
        await pilot.press("z")
        await until(pilot, lambda: "Repository" in screen_text(app))


async def test_the_tree_opens_filters_and_previews() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("1", "/")
        await until(pilot, lambda: app.focused is not None and type(app.focused).__name__ == "Input")
        await pilot.press(*"order")
        await until(pilot, lambda: "1 of 8" in screen_text(app))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: app.model.preview is not None and app.model.preview.path == "shop/models/order.py")
        await pilot.press("1", "escape")
        await until(pilot, lambda: "README.md" in screen_text(app))


async def test_a_whole_file_can_be_pinned_from_the_tree() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("1", "G", "space")
        assert app.bridge.task.journal == [("pin", "README.md", "")]


async def test_the_charter_is_edited_saved_undone_and_repaired() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("3", "e")
        await until(pilot, lambda: isinstance(app.screen, CharterScreen))
        await pilot.press("end", *"x", "ctrl+s")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert app.bridge.charter.texts[-1].rstrip().endswith("x")
        await pilot.press("u")
        assert len(app.bridge.charter.texts) == 1
        await pilot.press("r")
        await until(pilot, lambda: "Moved 1 citation" in screen_text(app))


async def test_an_unsaved_charter_is_kept_and_quitting_asks() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("3", "e")
        await until(pilot, lambda: isinstance(app.screen, CharterScreen))
        await pilot.press("x", "escape")
        await until(pilot, lambda: app.model.charter_unsaved)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("escape")
        assert app.is_running and app.charter_draft is not None
        await pilot.press("q", "enter")
        await until(pilot, lambda: len(app.bridge.charter.texts) == 2)
    assert app.return_value == 0


async def test_a_citation_leads_to_its_line() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("3", "j", "j", "j")
        await until(pilot, lambda: app.model.citation is not None)
        await pilot.press("enter")
        await until(pilot, lambda: app.model.preview is not None and app.focused is not None and app.focused.id == "preview")
        assert app.model.preview is not None and app.model.preview.path in ("shop/models/cart.py", "shop/fields.py")


async def test_a_line_of_the_preview_is_cited() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, CharterScreen))
        assert "2. [contract] (`shop/models/cart.py:8`)" in app.screen.query_one("#charter-text").text


@pytest.mark.parametrize("size", [(160, 45), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_parked_output_shows_what_was_folded_and_why(size: tuple[int, int]) -> None:
    async with workbench(size) as (app, pilot):
        await pilot.press("4", "enter")
        await until(pilot, lambda: isinstance(app.screen, OutputScreen))
        await pilot.press("]")
        await until(pilot, lambda: "33 tests passed and say nothing else" in screen_text(app))
        await pilot.press("r")
        assert app.clipboard == "ck recall 412 --lines 4-36"
        await pilot.press("enter", "j")
        await until(pilot, lambda: "test_5.py" in screen_text(app))
        await pilot.press("y")
        assert app.clipboard == "tests/test_4.py PASSED\n"
        await pilot.press("escape")
        assert len(app.screen_stack) == 1


async def test_parked_outputs_are_searched_and_opened_at_the_match() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("4", "ctrl+f", *"test_20", "enter")
        await until(pilot, lambda: "1 line in 1 output" in screen_text(app) and "#411" not in screen_text(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, OutputScreen))
        await until(pilot, lambda: app.screen.current is not None and app.screen.current.line == 20)


async def test_help_is_searchable_and_executable() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("?")
        await until(pilot, lambda: isinstance(app.screen, CommandsScreen))
        await pilot.press(*"drop the item", "enter")
        await until(pilot, lambda: app.bridge.task.journal == [("drop", "shop/models/cart.py", "Cart.checkout")])


async def test_the_palette_finds_themes_and_files() -> None:
    async with workbench() as (app, pilot):
        await pilot.press("ctrl+p", *"theme: light", "enter")
        await until(pilot, lambda: app.theme == "ck-light")
        await pilot.press("ctrl+p", *"order.py", "enter")
        await until(pilot, lambda: app.model.preview is not None and app.model.preview.path == "shop/models/order.py")


async def test_the_palette_offers_only_what_can_be_done_from_here() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandsScreen))
        ids = {command.id for command in app.screen._commands if ":" not in command.id}
        assert {"slice.pick", "parked.open", "list.down"} <= ids
        assert not [id_ for id_ in ids if id_.partition(".")[0] in ("output", "pick", "compare", "symptom", "message")]


async def test_changes_of_the_store_are_seen_without_stealing_the_focus() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        await pilot.press("j")
        app.bridge.task.steering["shop/models/cart.py", "Cart.checkout"] = "pin"
        app.bridge.session.number += 1
        await until(pilot, lambda: "▲" in screen_text(app))
        assert app.focused is not None and app.focused.id == "items"
        assert app.model.entry is not None and app.model.entry.symbol == "post"


async def test_a_click_in_the_key_line_does_what_the_key_does() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        row = screen_text(app).splitlines()[-1]
        await pilot.click("KeyLine", offset=(row.index("pin"), 0))
        await until(pilot, lambda: app.bridge.task.journal)
        assert app.bridge.task.journal[0][0] == "pin"


async def test_a_users_keys_theme_and_their_mistakes(tmp_path: Path) -> None:
    bridge = make_fake(keymap={"app.paste": "P"}, theme="no-such-theme", themes_folder=tmp_path)
    async with workbench(bridge=bridge) as (app, pilot):
        assert any("no-such-theme" in note for note in app.model.notes)
        await pilot.press("P")
        await until(pilot, lambda: len(app.screen_stack) == 2)
    async with workbench(bridge=make_fake(keymap={"app.pasta": "P"})) as (app, pilot):
        assert "did you mean" in " ".join(screen_text(app).split())


async def test_no_color_means_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with workbench((100, 30), SYMPTOM) as (app, _pilot):
        strips = app.screen._compositor.render_strips()
        filters = app.get_line_filters()
        styles = [s.style for strip in strips for f in filters for s in f.apply(list(strip), app.background_colors[0]) if s.style]
        assert styles and not any(style.color or style.bgcolor for style in styles)
        assert any(style.reverse for style in styles)


async def test_text_is_selected_with_the_mouse_and_copied() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        row = next(number for number, line in enumerate(screen_text(app).splitlines()) if "def checkout" in line)
        column = screen_text(app).splitlines()[row].index("def checkout")
        await pilot.mouse_down(offset=(column, row))
        await pilot.hover(offset=(column + 11, row))
        await pilot.mouse_up(offset=(column + 11, row))
        await until(pilot, lambda: app.screen.get_selected_text())
        assert app.screen.get_selected_text() == "def checkout"
        await pilot.press("ctrl+c")
        assert app.clipboard == "def checkout"


async def test_a_click_opens_a_folder_and_chooses_an_item() -> None:
    async with workbench(symptom=SYMPTOM) as (app, pilot):
        lines = screen_text(app).splitlines()
        row = next(number for number, line in enumerate(lines) if "▾ tests/" in line)
        await pilot.click(offset=(8, row))
        await until(pilot, lambda: "▸ tests/" in screen_text(app))
        row = next(number for number, line in enumerate(screen_text(app).splitlines()) if "fields.py" in line and "●" in line[40:])
        await pilot.click(offset=(60, row))
        await until(pilot, lambda: app.model.entry is not None and app.model.entry.path == "shop/fields.py")


async def test_ascii_terminals_get_ascii() -> None:
    async with workbench((100, 30), SYMPTOM, make_fake(ascii=True)) as (app, pilot):
        await pilot.press("space")
        await until(pilot, lambda: "pinned" in screen_text(app) or "^ cart.py" in screen_text(app))
        assert {character for character in screen_text(app) if not character.isascii()} == set()


async def test_the_zoomed_ledger_tells_what_saved_by_recogniser_tool_and_day() -> None:
    async with workbench((100, 30)) as (app, pilot):
        await pilot.press("5", "z")
        shown = screen_text(app)
        assert all(words in shown for words in ("by recogniser", "by tool", "by day", "installs", "Read", "2026-11-29"))
        line = next(line for line in shown.splitlines() if " pytest " in line and "came back" in line)
        assert "7.0k came back" in line and "−184k" in line and "n = 21" in line


async def test_the_kernel_is_paused_from_the_ledger_and_this_stays_visible() -> None:
    bridge = make_fake()
    async with workbench(bridge=bridge) as (app, pilot):
        await pilot.press("5", "P")
        await until(pilot, lambda: "paused: outputs are left as they are" in screen_text(app))
        assert bridge.ledger.paused()
        await pilot.press("P")
        await until(pilot, lambda: "paused: outputs" not in screen_text(app))
        assert not bridge.ledger.paused()


async def test_a_pause_by_a_command_is_seen() -> None:
    bridge = make_fake()
    async with workbench(bridge=bridge) as (app, pilot):
        bridge.ledger.pause(True)
        await until(pilot, lambda: "paused: outputs are left as they are" in screen_text(app))
