"""From a key press to an action: scopes are read from the focused widget outwards."""

from textual.dom import DOMNode
from textual.events import Key

from ck_tui.actions import ACTIONS, BY_ID, reason_against
from ck_tui.keymap import Keymap, scopes_with
from ck_tui.state import Model
from ck_tui.widgets.keyline import Hint


def scope_chain(focused: DOMNode) -> tuple[tuple[str, DOMNode], ...]:
    """Scopes and the nodes that own them, innermost first; a node with ``KEYS_END`` hides what is outside of it."""
    chain: list[tuple[str, DOMNode]] = []
    for node in focused.ancestors_with_self:
        scope = getattr(node, "SCOPE", "")
        chain += [(name, node) for name in scopes_with(scope)] if scope else []
        if getattr(node, "KEYS_END", False):
            break
    return tuple(chain)


def key_names(event: Key) -> tuple[str, ...]:
    """The names under which the action table may know a key: the character as typed, and Textual's name."""
    character = event.character
    return (character, event.key) if character and character.isprintable() and character != " " else (event.key,)


def ordered(chain: tuple[tuple[str, DOMNode], ...]) -> tuple[str, ...]:
    """Scopes in the order in which keys are looked up: panes and screens before the motions of their lists."""
    names = [name for name, _ in chain]
    own = [name for name in names if name not in ("list", "text", "app")]
    motions = [name for name in names if name in ("text", "list")]
    return (*own, *motions, *(name for name in names if name == "app"))


IN_FIND = (Hint("enter", "keep", ""), Hint("↓ ↑", "move", ""), Hint("esc", "clear", ""))
"""What the row for finding does with keys that are no text; they are its own and in no keymap."""


def hints_for(chain: tuple[tuple[str, DOMNode], ...], keymap: Keymap, model: Model) -> tuple[Hint, ...]:
    """The footer for a place: the actions of its scopes that have a place there."""
    scopes = {name for name, _ in chain}
    if "find" in scopes:
        return IN_FIND
    chosen = sorted((a for a in ACTIONS if a.foot and a.scope in scopes), key=lambda action: action.foot)
    hints: list[Hint] = []
    for action in chosen:
        key = keymap.shown(action.id)
        if not key:
            continue
        if hints and hints[-1].label == action.label:
            hints[-1] = hints[-1]._replace(key=f"{hints[-1].key} {key}")
            continue
        hints.append(Hint(key, action.label, action.id, not reason_against(action, model)))
    return tuple(hints)


__all__ = ["BY_ID", "hints_for", "key_names", "ordered", "scope_chain"]
