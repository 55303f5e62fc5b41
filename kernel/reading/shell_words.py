"""Words of a shell's command line: quotes, escapes, expansions and substitutions, and the nouns of a parse."""


from kernel.model.named import NamedTuple

_OPERATORS = (
    "&>>", "<<<", "<<-", ";;&",
    "&&", "||", ";;", ";&", "|&", "&>", ">>", ">&", ">|", "<<", "<&", "<>", "<(", ">(",
    "|", "&", ";", "<", ">", "(", ")", "\n",
)  # fmt: skip
_STARTS = frozenset(operator[0] for operator in _OPERATORS)
_BLANK = " \t\r"
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}


class NotUnderstoodError(Exception):
    """The text is no command line that the reader knows."""


class Word(NamedTuple):
    """One word without its quotes; ``literal`` is false where the shell would put something else in its place."""

    text: str
    literal: bool = True
    scripts: tuple["Script", ...] = ()


class Redirect(NamedTuple):
    """A redirection: ``fd`` as written (empty: the operator's own), ``operator``, ``target`` (a here-document's end word)."""

    fd: str
    operator: str
    target: str


class Simple(NamedTuple):
    """A simple command: leading assignments, words, redirections."""

    words: tuple[Word, ...]
    assignments: tuple[str, ...] = ()
    redirects: tuple[Redirect, ...] = ()

    @property
    def argv(self) -> tuple[str, ...]:
        """The words as text."""
        return tuple(word.text for word in self.words)


class Compound(NamedTuple):
    """A group, subshell, loop or branch: ``kind`` is its opening word, ``body`` every command list inside, in order."""

    kind: str
    body: "Script"
    redirects: tuple[Redirect, ...] = ()


Command = Simple | Compound


class Pipeline(NamedTuple):
    """Commands joined by ``|``; ``joiner`` is what follows: ``&&``, ``||``, ``;``, ``&`` or empty at the end."""

    commands: tuple[Command, ...]
    joiner: str = ""


class Script(NamedTuple):
    """Pipelines in order, and the comments of the text (without their sign, outer white space gone)."""

    pipelines: tuple[Pipeline, ...]
    comments: tuple[str, ...] = ()


class WordReader:
    """Reads words from one position on; each character is looked at once. Lists are read by the grammar built on it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.comments: list[str] = []
        self.documents: list[tuple[str, bool]] = []

    def read_list(self, until: frozenset[str], depth: int) -> Script:
        """Pipelines up to the end or an unmatched closing sign."""
        raise NotImplementedError

    def read_word(self, depth: int) -> Word:
        """One word with all its quoted, escaped and substituted parts."""
        parts: list[str] = []
        scripts: list[Script] = []
        literal = True
        start = self.at
        while not self.at_end():
            character = self.text[self.at]
            if character in _BLANK or (character in _STARTS and not self._at_process(self.at)):
                break
            if character in "<>":
                self.at += 2
                scripts.append(self._read_substituted(depth))
                literal = False
            elif character == "'":
                parts.append(self._read_single())
            elif character == '"':
                literal &= self._read_double(parts, scripts, depth)
            elif character == "\\":
                parts.append(self._read_escape())
            elif character in "$`":
                literal &= self._read_expansion(parts, scripts, depth)
            else:
                parts.append(self._read_plain())
        if self.at == start:
            raise NotUnderstoodError
        return Word("".join(parts), literal, tuple(scripts))

    def _read_plain(self) -> str:
        start = self.at
        text, size = self.text, len(self.text)
        while self.at < size and text[self.at] not in _STARTS and text[self.at] not in " \t\r'\"\\$`":
            self.at += 1
        return text[start : self.at]

    def _at_process(self, at: int) -> bool:
        return self.text[at : at + 2] in ("<(", ">(")

    def _read_escape(self) -> str:
        following = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        return "" if following == "\n" else following

    def _read_single(self) -> str:
        stop = self.text.find("'", self.at + 1)
        if stop < 0:
            raise NotUnderstoodError
        inside = self.text[self.at + 1 : stop]
        self.at = stop + 1
        return inside

    def _read_double(self, parts: list[str], scripts: list[Script], depth: int) -> bool:
        """A double-quoted part into ``parts``; whether it is literal."""
        self.at += 1
        literal = True
        while not self.at_end():
            character = self.text[self.at]
            if character == '"':
                self.at += 1
                return literal
            if character == "\\":
                following = self.text[self.at + 1 : self.at + 2]
                parts.append(
                    "" if following == "\n" else following if following in '$`"\\' else "\\" + following
                )
                self.at += 2
            elif character in "$`":
                literal &= self._read_expansion(parts, scripts, depth)
            else:
                start = self.at
                while self.at < len(self.text) and self.text[self.at] not in '"\\$`':
                    self.at += 1
                parts.append(self.text[start : self.at])
        raise NotUnderstoodError

    def _read_expansion(self, parts: list[str], scripts: list[Script], depth: int) -> bool:
        """What begins with ``$`` or a backquote; whether it stands for itself."""
        text = self.text
        start = self.at
        following = text[start + 1 : start + 2]
        if text[start] == "`":
            self._skip_backquotes()
        elif text.startswith("$((", start):
            self.skip_nested("$((", "))")
        elif following == "(":
            self.at += 2
            scripts.append(self._read_substituted(depth))
        elif following == "{":
            self.skip_nested("${", "}")
        elif following == "'":
            parts.append(self._read_ansi_c())
            return True
        elif following.isalnum() or following in ("_", "@", "*", "#", "?", "-", "$", "!"):
            self.at += 2
            while following.isalpha() or following == "_":
                following = text[self.at : self.at + 1]
                if not (following.isalnum() or following == "_"):
                    break
                self.at += 1
        else:
            self.at += 1
            parts.append("$")
            return True
        parts.append(text[start : self.at])
        return False

    def _read_substituted(self, depth: int) -> Script:
        outer, self.documents = self.documents, []
        script = self.read_list(frozenset(), depth + 1)
        self.expect(")")
        self.documents = outer
        return script

    def _read_ansi_c(self) -> str:
        self.at += 2
        parts: list[str] = []
        while not self.at_end():
            character = self.text[self.at]
            self.at += 1
            if character == "'":
                return "".join(parts)
            if character == "\\":
                following = self.text[self.at : self.at + 1]
                self.at += 1
                parts.append(_ESCAPES.get(following, following))
            else:
                parts.append(character)
        raise NotUnderstoodError

    def _skip_backquotes(self) -> None:
        self.at += 1
        while not self.at_end() and self.text[self.at] != "`":
            self.at += 2 if self.text[self.at] == "\\" else 1
        self.expect("`")

    def skip_nested(self, opening: str, closing: str) -> None:
        """Over arithmetic, ``${…}`` or an array: brackets balanced, quotes respected."""
        self.at += len(opening)
        opener, closer = opening[-1], closing[0]
        level = len(closing)
        while not self.at_end():
            character = self.text[self.at]
            if character == "'" and opening != "$((":
                self._read_single()
                continue
            self.at += 2 if character == "\\" else 1
            if character == opener:
                level += 1
            elif character == closer:
                level -= 1
                if level == 0:
                    return
        raise NotUnderstoodError

    # The position

    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def operator(self) -> str:
        """The operator at the position, empty if there is none."""
        if self.at_end() or self.text[self.at] not in _STARTS:
            return ""
        return next(operator for operator in _OPERATORS if self.text.startswith(operator, self.at))

    def take(self, operator: str) -> None:
        """Go behind an operator; behind a line end also over the here-documents that the line announced."""
        self.at += len(operator)
        if operator == "\n" and self.documents:
            self.skip_documents()

    def expect(self, text: str) -> None:
        """Go behind a text that must stand here."""
        if not self.text.startswith(text, self.at):
            raise NotUnderstoodError
        self.at += len(text)

    def skip_blank(self) -> None:
        """White space, continued lines and a comment."""
        text = self.text
        while self.at < len(text):
            if text[self.at] in _BLANK:
                self.at += 1
            elif text.startswith("\\\n", self.at):
                self.at += 2
            elif text[self.at] == "#" and (self.at == 0 or text[self.at - 1] in " \t\r\n;&|()"):
                stop = text.find("\n", self.at)
                stop = len(text) if stop < 0 else stop
                self.comments.append(text[self.at + 1 : stop].strip())
                self.at = stop
            else:
                return

    def peek_word(self) -> str:
        """The unquoted word at the position, not taken: only such a word can be reserved."""
        start = self.at
        word = self._read_plain()
        ends = self.at_end() or self.text[self.at] in _BLANK or self.text[self.at] in _STARTS
        self.at = start
        return word if ends else ""

    def skip_documents(self) -> None:
        """Behind a line end: the bodies of the here-documents that the line announced."""
        for end_word, strips in self.documents:
            while not self.at_end():
                stop = self.text.find("\n", self.at)
                stop = len(self.text) if stop < 0 else stop
                line = self.text[self.at : stop]
                self.at = min(stop + 1, len(self.text))
                if (line.lstrip("\t") if strips else line) == end_word:
                    break
        self.documents = []
