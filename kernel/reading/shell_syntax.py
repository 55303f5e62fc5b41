"""Command lines of POSIX shells and bash: which commands a line runs, joined how.

A real parse of words (quotes, escapes, expansions, substitutions), here-documents, redirections, comments, pipelines,
lists, groups and the usual compound commands. What it does not understand it refuses; nothing is executed or expanded.
Linear in the length of the text.
"""

from kernel.reading.shell_words import (
    Command,
    Compound,
    NotUnderstoodError,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Word,
    WordReader,
)

MAX_LENGTH = 200_000
"""Characters; a longer command line is not read."""

MAX_DEPTH = 40
"""Substitutions and groups inside one another; deeper ones are refused."""

_REDIRECTIONS = frozenset(("&>>", "<<<", "<<-", "&>", ">>", ">&", ">|", "<<", "<&", "<>", "<", ">"))
_SEPARATORS = frozenset((";", "\n", "&"))
_ENDS = frozenset((";;", ";&", ";;&", ")"))
_CLOSERS = {
    "if": "fi",
    "while": "done",
    "until": "done",
    "for": "done",
    "select": "done",
    "case": "esac",
    "{": "}",
}
_INNER = frozenset(("then", "do", "else", "elif", "fi", "done", "esac", "}"))


def parse(text: str) -> Script | None:
    """Read a command line or a short script.

    Returns:
        What it runs, or None where it is not understood (unbalanced quotes, functions, arithmetic commands gone wrong,
        over ``MAX_LENGTH``, too deep).
    """
    if len(text) > MAX_LENGTH:
        return None
    reader = _Reader(text)
    try:
        script = reader.read_list(frozenset(), 0)
    except NotUnderstoodError:
        return None
    if reader.at < len(text):
        return None
    return script._replace(comments=tuple(reader.comments))


class _Reader(WordReader):
    """The grammar: lists, pipelines, commands, redirections."""

    def read_list(self, until: frozenset[str], depth: int) -> Script:
        """Pipelines up to the end, an unmatched ``)`` or case end, or a reserved word of ``until`` (left unread)."""
        if depth > MAX_DEPTH:
            raise NotUnderstoodError
        pipelines: list[Pipeline] = []
        while True:
            self._skip_separators(pipelines)
            if self.at_end() or self.operator() in _ENDS or self.peek_word() in until:
                return Script(tuple(pipelines))
            pipelines.append(self._read_pipeline(depth))

    def _skip_separators(self, pipelines: list[Pipeline]) -> None:
        while True:
            self.skip_blank()
            operator = self.operator()
            if operator in _SEPARATORS and (operator == "\n" or pipelines):
                self.take(operator)
            else:
                return

    def _read_pipeline(self, depth: int) -> Pipeline:
        while self.peek_word() in ("!", "time"):
            self.read_word(depth)
            self.skip_blank()
        commands = [self._read_command(depth)]
        while True:
            self.skip_blank()
            operator = self.operator()
            if operator in ("|", "|&"):
                self.take(operator)
                self._skip_lines()
                commands.append(self._read_command(depth))
                continue
            if operator in ("&&", "||", ";", "&", "\n"):
                self.take(operator)
                if operator in ("&&", "||"):
                    self._skip_lines()
                return Pipeline(tuple(commands), ";" if operator == "\n" else operator)
            return Pipeline(tuple(commands))

    def _skip_lines(self) -> None:
        self.skip_blank()
        while self.operator() == "\n":
            self.take("\n")
            self.skip_blank()

    def _read_command(self, depth: int) -> Command:
        if self.text.startswith("((", self.at):
            self.skip_nested("((", "))")
            return Compound("((", Script(()), self._read_redirects(depth))
        if self.operator() == "(":
            self.take("(")
            body = self.read_list(frozenset(), depth + 1)
            self.expect(")")
            return Compound("(", body, self._read_redirects(depth))
        word = self.peek_word()
        if word in _CLOSERS:
            return self._read_compound(word, depth)
        if word in ("function", "coproc") or word in _INNER:
            raise NotUnderstoodError
        return self._read_simple(depth)

    def _read_compound(self, kind: str, depth: int) -> Compound:
        self.read_word(depth)
        closer = _CLOSERS[kind]
        if kind == "case":
            return self._read_case(depth)
        if kind in ("for", "select"):
            self._skip_for_head(depth)
        pipelines: list[Pipeline] = []
        stops = _INNER if kind != "{" else frozenset(("}",))
        while True:
            pipelines += self.read_list(stops, depth + 1).pipelines
            word = self.peek_word()
            if word not in stops:
                raise NotUnderstoodError
            self.read_word(depth)
            if word == closer:
                return Compound(kind, Script(tuple(pipelines)), self._read_redirects(depth))

    def _skip_for_head(self, depth: int) -> None:
        self.skip_blank()
        if self.text.startswith("((", self.at):
            self.skip_nested("((", "))")
        else:
            while not self.at_end() and self.operator() not in (";", "\n"):
                self.read_word(depth)
                self.skip_blank()
        self.skip_blank()
        if self.operator() == ";":
            self.take(";")

    def _read_case(self, depth: int) -> Compound:
        self.skip_blank()
        self.read_word(depth)
        self._skip_lines()
        if self.peek_word() != "in":
            raise NotUnderstoodError
        self.read_word(depth)
        pipelines: list[Pipeline] = []
        while True:
            self._skip_lines()
            if self.peek_word() == "esac":
                self.read_word(depth)
                return Compound("case", Script(tuple(pipelines)), self._read_redirects(depth))
            self._skip_case_pattern(depth)
            pipelines += self.read_list(frozenset(("esac",)), depth + 1).pipelines
            if self.operator() in (";;", ";&", ";;&"):
                self.take(self.operator())

    def _skip_case_pattern(self, depth: int) -> None:
        if self.operator() == "(":
            self.take("(")
        while self.operator() != ")":
            self.skip_blank()
            if self.operator() == "|":
                self.take("|")
            elif self.operator() != ")":
                self.read_word(depth)
            self.skip_blank()
        self.take(")")

    def _read_simple(self, depth: int) -> Simple:
        words: list[Word] = []
        assignments: list[str] = []
        redirects: list[Redirect] = []
        if self.peek_word() == "[[":
            return Simple(self._read_condition(depth), (), self._read_redirects(depth))
        while True:
            self.skip_blank()
            redirect = self._read_redirect(depth)
            if redirect is not None:
                redirects.append(redirect)
                continue
            operator = self.operator()
            if self.at_end() or (operator and operator not in ("<(", ">(")):
                break
            word = self.read_word(depth)
            if not words and _is_assignment(word.text):
                if self.operator() == "(":
                    self.skip_nested("(", ")")
                assignments.append(word.text)
            else:
                words.append(word)
        if self.operator() == "(" or not (words or assignments or redirects):
            raise NotUnderstoodError
        return Simple(tuple(words), tuple(assignments), tuple(redirects))

    def _read_condition(self, depth: int) -> tuple[Word, ...]:
        """The words of ``[[ … ]]``, whose operators are words of its own."""
        words: list[Word] = []
        while not words or words[-1].text != "]]":
            self.skip_blank()
            if self.at_end():
                raise NotUnderstoodError
            operator = self.operator()
            if operator and operator not in ("<(", ">("):
                self.take(operator)
                words.append(Word(operator))
            else:
                words.append(self.read_word(depth))
        return tuple(words)

    # Redirections and here-documents

    def _read_redirects(self, depth: int) -> tuple[Redirect, ...]:
        redirects: list[Redirect] = []
        while True:
            self.skip_blank()
            redirect = self._read_redirect(depth)
            if redirect is None:
                return tuple(redirects)
            redirects.append(redirect)

    def _read_redirect(self, depth: int) -> Redirect | None:
        start = self.at
        fd = self._read_descriptor()
        operator = self.operator()
        if operator not in _REDIRECTIONS:
            self.at = start
            return None
        self.take(operator)
        self.skip_blank()
        if self.at_end() or self.operator() not in ("", "<(", ">("):
            raise NotUnderstoodError
        target = self.read_word(depth).text
        if operator in ("<<", "<<-"):
            self.documents.append((target, operator == "<<-"))
        return Redirect(fd, operator, target)

    def _read_descriptor(self) -> str:
        """Digits or ``{name}`` directly before a redirection."""
        text, end = self.text, self.at
        while end < len(text) and text[end] in "0123456789" and end - self.at < 4:
            end += 1
        if end > self.at and text[end : end + 1] in ("<", ">"):
            fd, self.at = text[self.at : end], end
            return fd
        return ""


def _is_assignment(text: str) -> bool:
    name, sign, _ = text.partition("=")
    return bool(sign) and name.removesuffix("+").partition("[")[0].isidentifier()
