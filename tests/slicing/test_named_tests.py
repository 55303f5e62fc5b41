"""Tests that a runner names without their path: found by their name, never guessed among several."""

from collections.abc import Mapping

import pytest

from kernel.model.symptom import TestId as NamedTest
from kernel.slicing.places import Places
from kernel.slicing.test_places import TestPlaces as Finder
from kernel.slicing.test_places import definition_name

FILES = {
    "cart/cart.go": "func Total() {}",
    "cart/cart_test.go": "func TestTotal(t *testing.T) {",
    "shop/shop_test.go": "func TestTotal(t *testing.T) {",
    "root_test.go": "func TestRoot(t *testing.T) {",
    "src/test/java/shop/CartTest.java": "class CartTest {\n void adds() {}\n}",
    "src/test/java/shop/OtherTest.java": "class OtherTest {\n void adds() {}\n}",
    "tests/cart_spec.rb": "it adds",
    "tests/CartTest.php": "class CartTest {\n function testAdds() {}\n}",
    "lib/adds.rb": "def adds; end",
}


def place(test: NamedTest, files: Mapping[str, str] = FILES) -> tuple[str | None, bool]:
    """The file found, and whether a reason was given for none."""
    found = Finder(files, Places("/repo", files), lambda path: files[path].split("\n")).place(test)
    return found.path, bool(found.reason)


@pytest.mark.parametrize(
    ("name", "folder", "path"),
    [
        ("TestTotal", "example.com/x/cart", "cart/cart_test.go"),
        ("TestTotal/sub_case", "example.com/x/shop", "shop/shop_test.go"),
        ("TestRoot", "example.com/x", "root_test.go"),
        ("TestRoot", "", "root_test.go"),
        ("shop.CartTest.adds", "", "src/test/java/shop/CartTest.java"),
        ("shop.OtherTest#adds[3]", "", "src/test/java/shop/OtherTest.java"),
        ("App\\Tests\\CartTest::testAdds with data set #2", "", "tests/CartTest.php"),
        ("adds things up", "", None),
        ("nobody", "", None),
    ],
)
def test_a_test_is_found_by_its_name(name: str, folder: str, path: str | None) -> None:
    assert place(NamedTest("", name, folder)) == (path, False)


def test_of_several_files_none_is_taken_and_the_reason_is_given() -> None:
    assert place(NamedTest("", "TestTotal")) == (None, True)
    assert place(NamedTest("", "adds")) == (None, True)


def test_a_printed_path_decides() -> None:
    assert place(NamedTest("cart/cart_test.go", "TestRoot")) == ("cart/cart_test.go", False)


def test_names_of_definitions_lose_what_runners_add() -> None:
    assert definition_name("a.b::C$D#m(int)[1]") == "a.b.C.D.m"
    assert definition_name("says hello") == ""
