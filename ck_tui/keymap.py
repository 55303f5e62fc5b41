"""Which key does what: the action table's defaults and a user's changes, checked before use."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple

from ck_tui.actions import ACTIONS, BY_ID, SCOPE_WITHIN, Action

NAMED = frozenset(
    ["space", "enter", "escape", "tab", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "backspace", "delete", "insert"]
    + [f"f{number}" for number in range(1, 13)]
)
_CHORD = re.compile(r"((?:ctrl\+|alt\+|shift\+)+)(.+)\Z")
_SHOWN = {"space": "space", "enter": "enter", "escape": "esc", "pageup": "pgup", "pagedown": "pgdn", "up": "↑", "down": "↓", "left": "←", "right": "→"}


class KeymapError(ValueError):
    """A user's keymap cannot be used; each of ``problems`` is a sentence."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Keymap(NamedTuple):
    """Keys of each action, and for each scope the action of each key."""

    keys: Mapping[str, tuple[str, ...]]
    by_scope: Mapping[str, Mapping[str, str]]

    def lookup(self, names: tuple[str, ...], scopes: tuple[str, ...]) -> str | None:
        """The action of a key (all its names) in the first of ``scopes`` that knows it."""
        for scope in scopes:
            table = self.by_scope.get(scope, {})
            for name in names:
                if name in table:
                    return table[name]
        return None

    def shown(self, action_id: str) -> str:
        """The first key of an action as people write it; empty where it has none."""
        keys = self.keys.get(action_id, ())
        return shown_key(keys[0]) if keys else ""


def shown_key(key: str) -> str:
    """A key as people write it."""
    return _SHOWN.get(key, key)


def is_key(name: str) -> bool:
    """Whether a terminal can send this: a character, a named key, or one of them with modifiers."""
    if len(name) == 1:
        return name.isprintable() and name != " "
    if name in NAMED:
        return True
    chord = _CHORD.match(name)
    if chord is None:
        return False
    return chord[2] in NAMED or (len(chord[2]) == 1 and chord[2].isalnum())


def make_keymap(user: Mapping[str, str | list[str] | tuple[str, ...]] | None = None) -> Keymap:
    """The defaults with a user's keys in their place: action id → key, keys separated by commas, or a list.

    Raises:
        KeymapError: Unknown actions, keys that no terminal sends, keys used twice where both would apply.
    """
    problems: list[str] = []
    keys = {action.id: action.keys for action in ACTIONS}
    for action_id, value in (user or {}).items():
        if action_id not in BY_ID:
            close = get_close_matches(action_id, BY_ID, 1)
            problems.append(f"keys: no action {action_id!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
            continue
        chosen = tuple(_split(value))
        problems += [f"keys.{action_id}: {key!r} is not a key" for key in chosen if not is_key(key)]
        keys[action_id] = chosen
    by_scope: dict[str, dict[str, str]] = {}
    for action in ACTIONS:
        for key in keys[action.id]:
            table = by_scope.setdefault(action.scope, {})
            other = table.setdefault(key, action.id)
            if other != action.id:
                problems.append(f"keys: {key!r} would do both {other!r} and {action.id!r}")
    if user:
        problems += _shadowed(keys, user)
    if problems:
        raise KeymapError(tuple(problems))
    return Keymap(keys, by_scope)


def _split(value: object) -> list[str]:
    """Keys of a setting; a comma alone is the key ``,``."""
    if isinstance(value, (list, tuple)):
        return [str(key) for key in value]
    text = str(value).strip()
    return [text] if text == "," else [part.strip() for part in text.split(",") if text]


def _shadowed(keys: Mapping[str, tuple[str, ...]], user: Mapping[str, object]) -> list[str]:
    """Keys that a user gave to an action of the whole application and that a list or pane would take away."""
    problems = []
    for action_id in user:
        action = BY_ID.get(action_id)
        if action is None or action.scope != "app":
            continue
        for other in ACTIONS:
            if other.scope in ("list", "task", "repository", "charter", "parked", "live"):
                both = set(keys[action_id]) & set(keys[other.id])
                problems += [f"keys.{action_id}: {key!r} is taken by {other.id!r} in {other.scope}" for key in sorted(both)]
    return problems


def scopes_with(scope: str) -> tuple[str, ...]:
    """A scope and the one whose keys work in it too."""
    return (scope, SCOPE_WITHIN[scope]) if scope in SCOPE_WITHIN else (scope,)


__all__ = ["Action", "Keymap", "KeymapError", "is_key", "make_keymap", "scopes_with"]
