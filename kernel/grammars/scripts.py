"""What a grammar reads of a file: the scripts inside of component files (Vue, Svelte), C++ without what no grammar can know,
Lua behind what wakes its grammar up, shell with names that its grammar takes."""

import re

_SCRIPT = re.compile(r"<script\b[^>]{0,500}>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)


# ``class SHOP_API Cart``: a macro where only the preprocessor knows that nothing stands there.
_EXPORT = re.compile(r"\b(class|struct)([ \t]+[A-Z][A-Z0-9_]{2,60})(?=[ \t]+[A-Za-z_]\w{0,80}\s*(?:final\s*)?(?:[:{]))")
_CPP = (".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp")
# The grammar of Lua misreads the first text of a file, unless one stands in a declaration.
_WAKE = "local _=[[]] "
# ``log::line() {``: a shell takes colons in names, its grammar does not.
_COLONS = re.compile(r"(?<![\w${:-])[A-Za-z_][\w-]*(?:::[\w-]+)+")
_SHELL = (".sh", ".bash")


def script_of(path: str, text: str) -> str:
    """The text of a file that a grammar reads: of a component only its scripts; all other lines stay where they are."""
    if path.endswith(_CPP):
        return _EXPORT.sub(lambda found: found[1] + " " * len(found[2]), text)
    if path.endswith(".lua"):
        bare = text.removeprefix("\ufeff")
        return _WAKE + (bare if not bare.startswith("#!") else bare[bare.find("\n") :] if "\n" in bare else "")
    if path.endswith(_SHELL):
        return _COLONS.sub(lambda found: found[0].replace("::", "."), text)
    if not path.endswith((".vue", ".svelte")):
        return text
    kept = [" " if letter != "\n" else letter for letter in text]
    for found in _SCRIPT.finditer(text):
        kept[found.start(1) : found.end(1)] = found[1]
    return "".join(kept)
