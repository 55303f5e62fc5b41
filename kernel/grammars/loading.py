"""tree-sitter languages, wherever they are installed; asking for one never raises.

Three places are tried: the shared library inside ``tree-sitter-languages`` (its own functions fail with current
tree-sitter, so the library is opened directly), a wheel of the one language, and ``tree-sitter-language-pack``
before 1.0 (later ones bring no grammars and download them at run time).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import ctypes

    from tree_sitter import Language, Parser

LANGUAGES = tuple(
    "bash c c_sharp commonlisp cpp css dockerfile dot elisp elixir elm embedded_template erlang fixed_form_fortran"
    " fortran go gomod hack haskell hcl html java javascript jsdoc json julia kotlin lua make markdown objc ocaml"
    " perl php python ql r regex rst ruby rust scala sql sqlite toml tsq tsx typescript yaml".split()
)
"""What ``tree-sitter-languages`` 1.10.2 holds; other names are tried too."""

_ALIASES = {
    "csharp": "c_sharp",
    "embeddedtemplate": "embedded_template",
    "shell": "bash",
    "js": "javascript",
    "ts": "typescript",
}
_WHEELS = {"tsx": "typescript"}
_WHEEL_FUNCTIONS = {
    "ocaml": "language_ocaml",
    "php": "language_php",
    "tsx": "language_tsx",
    "typescript": "language_typescript",
    "xml": "language_xml",
}
_PACK_NAMES = {"c_sharp": "csharp", "embedded_template": "embeddedtemplate"}
# Its parser does not return on the input "x" (language pack 0.13.0).
_HANGING = {"cobol"}
# What a damaged or foreign installation was seen to raise, from the dynamic loader to a refused ABI.
_REFUSALS = (ImportError, OSError, AttributeError, LookupError, TypeError, ValueError, RuntimeError, SystemError)


class Grammar(NamedTuple):
    """Where a language comes from: distribution and ABI version; or, with ``source`` empty, why there is none."""

    name: str
    source: str
    abi: int | None
    reason: str


def language(name: str) -> Language | None:
    """The language of that name, None where no installed package has it in a form that tree-sitter accepts."""
    return _find(_ALIASES.get(name, name))[0]


def parser(name: str) -> Parser | None:
    """A new parser of that language (parsers keep state, so each text gets its own), or None."""
    found = language(name)
    if found is None:
        return None
    from tree_sitter import Parser

    return Parser(found)


def grammar_report(names: Iterable[str] = LANGUAGES) -> tuple[Grammar, ...]:
    """Source, ABI and refusal reason of each language, in the order asked for."""
    return tuple(_find(_ALIASES.get(name, name))[1] for name in names)


@cache
def _find(name: str) -> tuple[Language | None, Grammar]:
    if not (name.isascii() and name.isidentifier()) or name in _HANGING:
        return None, Grammar(name, "", None, "not a language that is safe to load")
    reasons = []
    for source, pointer in _SOURCES:
        try:
            from tree_sitter import Language

            found = Language(pointer(name))
            return found, Grammar(name, source, found.abi_version, "")
        except _REFUSALS as error:
            reasons.append(f"{source}: {error or type(error).__name__}")
    return None, Grammar(name, "", None, "; ".join(reasons))


def _from_shared_library(name: str) -> object:
    """A capsule around the language in the library of ``tree-sitter-languages``; the package is not imported."""
    import ctypes

    library, functions = _shared_library()
    make = functions[f"tree_sitter_{name}"]
    make.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    made: object = capsule(make(), library, None)
    return made


@cache
def _shared_library() -> tuple[bytes, ctypes.CDLL]:
    """The name that tree-sitter wants on a capsule (kept alive here, as capsules only point to it), and the library."""
    import ctypes
    import sys
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("tree_sitter_languages")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("not installed")
    ending = "dll" if sys.platform == "win32" else "so"
    return b"tree_sitter.Language", ctypes.CDLL(str(Path(spec.submodule_search_locations[0], f"languages.{ending}")))


def _from_wheel(name: str) -> object:
    from importlib import import_module

    module = import_module(f"tree_sitter_{_WHEELS.get(name, name)}")
    made: object = getattr(module, _WHEEL_FUNCTIONS.get(name, "language"))()
    return made


def _from_pack(name: str) -> object:
    from importlib.metadata import version
    from importlib.util import find_spec

    if find_spec("tree_sitter_language_pack") is None:
        raise ImportError("not installed")
    found = version("tree-sitter-language-pack")
    if not found.startswith("0."):
        raise ImportError(f"{found} would download grammars at run time")
    from tree_sitter_language_pack import get_binding

    made: object = get_binding(_PACK_NAMES.get(name, name))
    return made


_SOURCES: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("tree-sitter-languages", _from_shared_library),
    ("its own wheel", _from_wheel),
    ("tree-sitter-language-pack", _from_pack),
)
