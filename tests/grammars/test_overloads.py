"""Overloads: short ones are one definition, long ones each their own, and a line is always in its own."""

from kernel.grammars.tree_facts import grammar_facts


def java(bodies: int) -> str:
    body = "        x++;\n" * bodies
    return (
        f"class A {{\n    int add(int a) {{\n{body}    }}\n\n    int add(long a, int b) {{\n{body}    }}\n\n"
        f"    int add(long a, int b) {{\n{body}    }}\n}}\n"
    )


def names(text: str) -> dict[str, tuple[tuple[int, int], ...]]:
    facts = grammar_facts("A.java", text)
    assert facts is not None
    return {d.name: d.ranges for d in facts.definitions if d.kind == "function"}


def test_short_overloads_are_one_definition() -> None:
    assert list(names(java(2))) == ["A.add"]


def test_long_overloads_are_definitions_of_their_own_and_equal_ones_are_joined() -> None:
    found = names(java(20))
    assert list(found) == ["A.add", "A.add(a,b)"]
    assert found["A.add"] == ((2, 23),) and found["A.add(a,b)"] == ((25, 46), (48, 69))
