"""What a parse of one source file tells, without its path: facts depend on the content only."""


from kernel.model.named import NamedTuple


class Import(NamedTuple):
    """``from module import name as alias`` (``name`` empty for ``import module``; ``level`` counts leading dots)."""

    module: str
    name: str
    alias: str
    level: int
    line: int


class Definition(NamedTuple):
    """A function, a class or the module's own top level.

    Attributes:
        name: Qualified inside the file (``Cart.checkout``); empty for the module level.
        kind: ``function``, ``class`` or ``module``.
        first, last: Lines of the whole definition, decorators included.
        ranges: Lines that stand for it in a slice: a function whole (each of its definitions, where a name is
            defined more than once); of a class its head and the body outside of its methods; of a module what is
            outside of every definition.
        refs: Dotted names that it loads, in order of first appearance (``self.total``, ``json.loads``).
        calls: The subset of ``refs`` that are called.
        bases: Dotted base names of a class, in order.
        decorators: Dotted decorator names.
        params: Parameter names of a function.
        types: (variable, dotted name) pairs: what a local or ``self.x`` was built by or annotated with.
        returns: Dotted name of the annotation, or of what a ``return`` calls; empty if unknown.
        strings: Dotted names in its string literals (``"shop.payments.stripe"``), in order, at most 60.
        size: Sum of the word counts: how long the definition is, in words.
        words: Word → count, lower-cased identifiers and their parts, words of literals and comments.
    """

    name: str
    kind: str
    first: int
    last: int
    ranges: tuple[tuple[int, int], ...]
    refs: tuple[str, ...]
    calls: tuple[str, ...]
    bases: tuple[str, ...]
    decorators: tuple[str, ...]
    params: tuple[str, ...]
    types: tuple[tuple[str, str], ...]
    returns: str
    strings: tuple[str, ...]
    size: int
    words: dict[str, int]


class Dynamic(NamedTuple):
    """An import or attribute by a computed name; ``literal`` is its argument where that is a plain string."""

    line: int
    call: str
    literal: str


class FileFacts(NamedTuple):
    """Facts of one file. ``parsed_by`` is ``ast``, ``tree-sitter`` or ``lines`` (definitions by indentation, no references)."""

    lines: int
    definitions: tuple[Definition, ...]
    imports: tuple[Import, ...]
    dynamic: tuple[Dynamic, ...]
    parsed_by: str
