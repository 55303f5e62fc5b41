"""Words of failing tests: of a long one only those around the failing place and the failing case."""

import pytest

from kernel.model.slice import Seed
from kernel.model.symptom import Symptom
from kernel.model.symptom import TestId as NamedTest
from kernel.slicing.failing_tests import told_words
from kernel.slicing.languages.names import Target
from kernel.slicing.seeds import SeedPoint, Seeds
from kernel.slicing.weights import Weights
from slicing.language_files import Written

CASES = "\n".join(f'\t\t{{"case number {n}", func() {{ quiet{n}() }}}},' for n in range(100))
FILES = {
    "cart_test.go": f"package cart\n\nfunc TestTable(t *testing.T) {{\n\tfor _, c := range []entry{{\n{CASES}\n\t}} {{\n\t\tcheckEntry(t, c)\n\t}}\n}}\n",
    "short_test.go": "package cart\n\nfunc TestShort(t *testing.T) {\n\twholeAmount()\n}\n",
    "test/cart.test.js": "".join(f"it('says {n}', () => {{\n  quiet{n}()\n}})\n" for n in range(100)),
}


def told(point: SeedPoint, symptom: Symptom) -> set[str]:
    """Words that count of one seed."""
    written = Written(FILES)
    found = told_words(symptom, Seeds((point,), ()), written.names, lambda path: FILES[path].split("\n"), Weights())
    return {word for told in found for word in told.words}


def seed(path: str, name: str, line: int | None, role: str) -> SeedPoint:
    return SeedPoint(Seed(path, line, "said"), Target(path, name), role, 1.0)


def test_a_short_test_counts_whole() -> None:
    assert "wholeamount" in told(seed("short_test.go", "TestShort", 3, "test"), Symptom(""))


def test_of_a_table_the_failing_case_counts() -> None:
    symptom = Symptom("", tests=(NamedTest("", "TestTable/case_number_50"),))
    words = told(seed("cart_test.go", "TestTable", 3, "test"), symptom)
    assert {"quiet50", "quiet45"} <= words
    assert words.isdisjoint({"quiet10", "quiet90"})


@pytest.mark.parametrize(("path", "name", "line"), [("cart_test.go", "TestTable", 54), ("test/cart.test.js", "", 149)])
def test_what_stands_around_the_frame_counts(path: str, name: str, line: int) -> None:
    words = told(seed(path, name, line, "frame"), Symptom(""))
    assert "quiet49" in words
    assert words.isdisjoint({"quiet10", "quiet90"})


def test_where_the_report_quotes_code_that_is_enough() -> None:
    assert told(seed("short_test.go", "TestShort", 3, "test"), Symptom("", code=("wholeAmount()",))) == set()
