"""What is claimed of a language is no more than what reads it."""

import re
from pathlib import Path

import pytest

from kernel.grammars.languages import BY_LINES, LANGUAGES, LINE_LANGUAGES, Language, level_of
from kernel.grammars.tree_facts import grammar_facts

ROOT = Path(__file__).parents[2]
TITLES = {"Java": "java", "Kotlin": "kotlin", "Scala": "scala", "C": "c", "C++": "cpp", "C#": "c_sharp", "PHP": "php", "Ruby": "ruby", "Swift": "swift", "Elixir": "elixir", "Lua": "lua", "shell": "bash"}


@pytest.mark.parametrize("language", (*LANGUAGES, *LINE_LANGUAGES), ids=lambda language: language.name)
def test_a_language_that_no_grammar_reads_is_read_by_its_lines(language: Language) -> None:
    if language.name == "python":
        return
    read = grammar_facts(f"a{language.endings[0]}", "x") is not None
    assert (level_of(language) != BY_LINES) == read


def test_the_readme_claims_a_grammar_only_where_there_is_one() -> None:
    said = re.search(r"`by grammar`: ([^;]+);", (ROOT / "README.md").read_text("utf-8"))
    assert said is not None
    named = [TITLES[name] for name in re.split(r",\s+", said[1].strip())]
    levels = {language.name: level_of(language) for language in LANGUAGES}
    assert len(named) > 5 and all(levels[name] == "by grammar" for name in named)
