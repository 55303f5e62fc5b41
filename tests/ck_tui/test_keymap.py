"""The action table and user keymaps."""

import pytest

from ck_tui.actions import ACTIONS, BY_ID
from ck_tui.handlers.registry import MODULES, handler
from ck_tui.keymap import KeymapError, is_key, make_keymap


def test_the_default_keymap_has_no_clash_and_only_keys_that_terminals_send() -> None:
    keymap = make_keymap()
    assert all(is_key(key) for keys in keymap.keys.values() for key in keys)


def test_ids_are_unique_and_every_action_explains_itself() -> None:
    assert len(BY_ID) == len(ACTIONS)
    assert all(action.help.endswith((".", "quits.")) and action.label for action in ACTIONS)


@pytest.mark.parametrize("action", [a for a in ACTIONS if a.id.partition(".")[0] in MODULES], ids=lambda a: a.id)
def test_every_action_with_a_handler_module_has_its_function(action) -> None:
    assert callable(handler(action.id))


def test_a_users_key_takes_the_place_of_the_default() -> None:
    keymap = make_keymap({"app.paste": "P", "task.pin": "m, M"})
    assert keymap.lookup(("P",), ("app",)) == "app.paste"
    assert keymap.lookup(("p",), ("app",)) is None
    assert keymap.keys["task.pin"] == ("m", "M")


def test_the_inner_scope_wins() -> None:
    keymap = make_keymap()
    assert keymap.lookup(("d",), ("task", "list", "app")) == "task.drop"
    assert keymap.lookup(("ctrl+d",), ("task", "list", "app")) == "list.half_down"


@pytest.mark.parametrize(
    ("user", "words"),
    [
        ({"app.pasta": "P"}, "did you mean 'app.paste'"),
        ({"app.paste": "hyper+p"}, "is not a key"),
        ({"app.paste": "pp"}, "is not a key"),
        ({"app.paste": "q"}, "would do both"),
        ({"app.paste": "j"}, "is taken by 'list.down'"),
        ({"app.paste": "space"}, "is taken by 'task.pin'"),
    ],
)
def test_what_cannot_work_is_said(user: dict[str, str], words: str) -> None:
    with pytest.raises(KeymapError) as error:
        make_keymap(user)
    assert words in str(error.value)


def test_an_action_may_be_left_without_a_key() -> None:
    assert make_keymap({"app.shot": ""}).keys["app.shot"] == ()
    assert make_keymap({"app.shot": []}).shown("app.shot") == ""
