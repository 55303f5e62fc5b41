"""Names with what they are reached by, as every language writes them, in one form: ``self.cart().total``."""

import re
from collections.abc import Mapping
from typing import NamedTuple

LONGEST_NAME = 300
_SIGNS = re.compile(r"\?\.|::|\??->|&\.|:(?=\w)|\\")
_DOTTED = re.compile(r"(?:super\(\)|[^\W\d]\w*[?!]?)(?:\.[^\W\d]\w*[?!]?)*")
# Names of a shell's functions.
_DASHED = re.compile(r"[^\W\d][\w-]*(?:\.[\w-]+)*")
# Innermost parentheses, with the last letter of what is called.
_ARGUMENTS = re.compile(r"([\w?!]?)\([^()]*\)")
# Innermost angle brackets behind a name.
_TYPES = re.compile(r"(?<=[\w:>])(?:::)?<[^<>()]*>")
_LAST = re.compile(r"([^\W\d]\w*)\W*$")
_CALLED = "\0"
_MOST_CALLS = 20

_SELVES: Mapping[str, Mapping[str, str]] = {
    "": {"this": "self", "super": "super()"},
    "rust": {"Self": "self", "super": "super()"},
    "swift": {"Self": "self", "super": "super()"},
    "c_sharp": {"this": "self", "base": "super()"},
    "php": {"$this": "self", "static": "self", "parent": "super()"},
    "ruby": {"super": "super()", "self.class": "self"},
    "elixir": {"__MODULE__": "self"},
}
"""What a language calls the instance or type around a definition, and what is above it; the first for all others."""


class Chains(NamedTuple):
    """Reads chains of one language; ``selves`` are its words for what is around a definition, ``name`` is what one looks like."""

    selves: Mapping[str, str]
    name: re.Pattern[str] = _DOTTED

    @classmethod
    def of(cls, language: str) -> "Chains":
        """The chains of a language by its name."""
        return cls(_SELVES.get(language, _SELVES[""]), _DASHED if language == "bash" else _DOTTED)

    def dotted(self, text: str) -> str:
        """A chain of names with dots between, however the language writes it: ``this?.cart->total`` is ``self.cart.total``.

        Empty for anything but such a chain.
        """
        plain = _SIGNS.sub(".", "".join(text.split()).lstrip("&*")).strip(".")
        if plain.startswith("@"):
            plain = f"self.{plain.lstrip('@')}"
        head, dot, rest = plain.partition(".")
        plain = f"{self.selves.get(head, head)}{dot}{rest}".replace("$", "")
        return self._of_type(plain) if self.name.fullmatch(plain) else ""

    def chain(self, text: str) -> str:
        """A chain of names and calls without their arguments: ``this.cart(id).total`` is ``self.cart().total``.

        ``new Cart(1)`` is ``Cart()``; empty for anything but such a chain.
        """
        bare = text.strip()
        bare = bare[1:-1] if bare.startswith("(new ") and bare.endswith(")") else bare
        plain = _SIGNS.sub(".", "".join(bare.removeprefix("new ").split())).lstrip(".")
        for _ in range(_MOST_CALLS):
            shorter = _ARGUMENTS.sub(lambda found: f"{found[1]}{_CALLED}" if found[1] else "?", plain)
            if shorter == plain:
                break
            plain = shorter
        head, *rest = plain.split(".")
        links = [(self.dotted(head.rstrip(_CALLED)), head), *((_word(link.rstrip(_CALLED)), link) for link in rest)]
        called = (f"{name}()" if link.endswith(_CALLED) else name for name, link in links)
        return self._of_type(".".join(called)) if all(name for name, _ in links) else ""

    def _of_type(self, plain: str) -> str:
        """What is called on the type of the instance (``self.class.made``) as if it were called on the instance."""
        own = next((word for word in self.selves if "." in word and f"{plain}.".startswith(f"{word}.")), "")
        return f"{self.selves[own]}{plain[len(own) :]}" if own else plain

    def callee(self, text: str) -> str:
        """What is called, as a dotted name or a chain of calls; of ``(first || other).second`` only ``?.second`` is known."""
        if len(text) <= LONGEST_NAME:
            bare = _without_types(text)
            plain = self.dotted(bare.partition("<")[0]) if "(" not in bare else self.chain(bare)
            if plain:
                return plain
        last = _LAST.search(text[-LONGEST_NAME:])
        return f"?.{last[1]}" if last and text[: -len(last[0])].rstrip().endswith((".", "->", "::")) else ""


def _word(link: str) -> str:
    plain = link.replace("$", "")
    return plain if _DOTTED.fullmatch(plain) else ""


def _without_types(text: str) -> str:
    """``Cart::<Item>::new`` without the types in its angle brackets."""
    for _ in range(_MOST_CALLS):
        shorter = _TYPES.sub("", text)
        if shorter == text:
            break
        text = shorter
    return text
