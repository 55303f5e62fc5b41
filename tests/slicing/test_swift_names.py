"""Swift: names across files where its grammar is installed; read by its lines, and said so, where it is not."""

import pytest

from kernel.grammars.trees import has_query
from slicing.language_files import Written, extents
from slicing.sample_repository import Sample

CART = """\
import Foundation

/// A cart.
@objc
public final class Cart: Basket {
    private let money: Money
    var store: Store?

    init(money: Money) {
        self.money = money
    }

    // Sums up.
    func total(_ item: Int) throws -> Money {
        let other = Money()
        other.plus(1)
        self.money.minus(2)
        store?.saveEverything()
        inherited()
        roundedTotal(2)
        return helper()
    }

    private func helper() -> Money { money }
}
"""
FILES = {
    "Sources/Shop/Cart.swift": CART,
    "Sources/Shop/Money.swift": "struct Money {\n    func plus(_ n: Int) {}\n}\n",
    "Sources/Shop/Money+More.swift": "extension Money {\n    func minus(_ n: Int) {}\n}\n",
    "Sources/Shop/Rest.swift": "class Basket {\n    func inherited() {}\n}\n\nclass Store {\n    func saveEverything() {}\n}\n\nfunc roundedTotal(_ n: Int) -> Int { n }\n",
}
by_grammar = pytest.mark.skipif(not has_query("swift"), reason="no grammar of Swift is installed")


@by_grammar
def test_swift_definitions() -> None:
    assert extents("Cart.swift", CART) == {
        "Cart": ("class", 3, 25),
        "Cart.init": ("function", 9, 11),
        "Cart.total": ("function", 13, 22),
        "Cart.helper": ("function", 24, 24),
    }


@by_grammar
def test_swift_calls_lead_to_other_files_of_the_module() -> None:
    assert Written(FILES).calls("Sources/Shop/Cart.swift::Cart.total") == {
        "Money": "Sources/Shop/Money.swift::Money",
        "other.plus": "Sources/Shop/Money.swift::Money.plus",
        "self.money.minus": "Sources/Shop/Money+More.swift::Money.minus",
        "store.saveEverything": "Sources/Shop/Rest.swift::Store.saveEverything",
        "inherited": "Sources/Shop/Rest.swift::Basket.inherited",
        "roundedTotal": "Sources/Shop/Rest.swift::roundedTotal",
        "helper": "Sources/Shop/Cart.swift::Cart.helper",
    }


def test_without_a_grammar_swift_is_read_by_its_lines_and_that_is_said(sample: Sample) -> None:
    sample.write(dict(FILES))
    piece = sample.slice("Sources/Shop/Cart.swift:20: Fatal error: negative total\n")
    assert piece.items[0].symbols == ("Cart.total",)
    assert any(item.symbols == ("roundedTotal",) for item in piece.items)
    assert any("Swift is read by its lines" in note for note in piece.notes) is not has_query("swift")
