"""C#: namespaces, partial types and usings decide what a name means."""

import pytest

from kernel.slicing.roles import is_test
from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

CART = """\
using System.Collections.Generic;
using Shop.Money;
using static Shop.Text.Texts;
using Tidy = Shop.Text.Cleaner;

namespace Shop.Carts;

/// <summary>A cart.</summary>
[Serializable]
public partial class Cart : Basket, IPriced<Amount>
{
    private readonly Amount _money = new();
    private readonly IStore _store;

    public Cart(Amount money, IStore store)
        : base(money)
    {
        _money = money;
    }

    public int Count => Rest();

    [Obsolete("x")]
    public Amount Total(Item item)
    {
        Amount sum = Helper(item);
        sum.Plus(1);
        _money.Minus(2);
        _store.SaveEverything(item);
        Clean("x");
        Tidy.Wipe("y");
        Rounding.Rounded(2);
        items.RemoveWhere(i => i.Empty());
        String.IsBlankText("x");
        Inherited();
        throw new CartException("negative total");
    }

    private Amount Helper(Item item) => null;
}
"""
FILES = {
    "src/Shop/Carts/Cart.cs": CART,
    "src/Shop/Carts/Cart.Rest.cs": "namespace Shop.Carts;\n\npublic partial class Cart\n{\n    private int Rest()\n    {\n        return 1;\n    }\n}\n",
    "src/Shop/Carts/Basket.cs": "namespace Shop.Carts\n{\n    public class Basket\n    {\n        protected void Inherited() { }\n    }\n\n    public class CartException : Exception { }\n}\n",
    "src/Shop/Money/Amount.cs": "namespace Shop.Money;\n\npublic class Amount\n{\n    public void Plus(int n)\n    {\n    }\n    public void Minus(int n) { }\n}\n",
    "src/Shop/Rounding.cs": "namespace Shop;\n\ninternal static class Rounding\n{\n    public static int Rounded(int n) { return n; }\n}\n",
    "src/Other/Rounding.cs": "namespace Other;\n\ninternal static class Rounding\n{\n    public static int Rounded(int n) { return -n; }\n    public static bool IsBlankText(string s) { return true; }\n}\n",
    "src/Shop/Text/Texts.cs": "namespace Shop.Text;\n\npublic static class Texts\n{\n    public static string Clean(string s) { return s; }\n}\n\npublic class Cleaner\n{\n    public static void Wipe(string s) { }\n}\n",
    "src/Shop/Stores/Store.cs": "namespace Shop.Stores;\n\npublic interface IStore\n{\n    void SaveEverything(object o);\n}\n",
    "src/Shop/GlobalUsings.cs": "global using Shop.Stores;\n",
}


def test_c_sharp_definitions() -> None:
    assert extents("Cart.cs", CART) == {
        "Cart": ("class", 8, 40),
        "Cart.Cart": ("function", 15, 19),
        "Cart.Count": ("function", 21, 21),
        "Cart.Total": ("function", 23, 37),
        "Cart.Helper": ("function", 39, 39),
    }


def test_c_sharp_calls_lead_where_the_compiler_would_lead_them() -> None:
    written = Written(FILES)
    assert written.calls("src/Shop/Carts/Cart.cs::Cart.Total") == {
        "Helper": "src/Shop/Carts/Cart.cs::Cart.Helper",
        "sum.Plus": "src/Shop/Money/Amount.cs::Amount.Plus",
        "_money.Minus": "src/Shop/Money/Amount.cs::Amount.Minus",
        "_store.SaveEverything": "src/Shop/Stores/Store.cs::IStore.SaveEverything",
        "Clean": "src/Shop/Text/Texts.cs::Texts.Clean",
        "Tidy.Wipe": "src/Shop/Text/Texts.cs::Cleaner.Wipe",
        "Rounding.Rounded": "src/Shop/Rounding.cs::Rounding.Rounded",
        "items.RemoveWhere": None,
        "i.Empty": None,
        "String.IsBlankText": None,
        "Inherited": "src/Shop/Carts/Basket.cs::Basket.Inherited",
        "CartException": "src/Shop/Carts/Basket.cs::CartException",
    }
    assert written.meaning("src/Shop/Carts/Cart.cs::Cart.Count", "Rest") == "src/Shop/Carts/Cart.Rest.cs::Cart.Rest"


def test_a_trace_of_dotnet_seeds_and_reaches_across_files(sample: Sample) -> None:
    sample.write(dict(FILES))
    text = (
        "Unhandled exception. Shop.Carts.CartException: negative total\n"
        "   at System.Collections.Generic.List`1.get_Item(Int32 index) in /_/src/List.cs:line 12\n"
        "   at Shop.Carts.Cart.Total(Item item) in /build/shop/src/Shop/Carts/Cart.cs:line 36\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("src/Shop/Carts/Cart.cs", 36)}
    items = shown(sample.slice(text))
    assert items[0] == "src/Shop/Carts/Cart.cs::Cart.Total"
    assert "src/Shop/Money/Amount.cs::Amount.Plus" in items and "src/Shop/Rounding.cs::Rounding.Rounded" in items


def test_a_property_gives_what_it_is_declared_to() -> None:
    written = Written({
        "A/Holder.cs": "namespace A;\nclass Holder\n{\n    Amount Total => new Amount();\n    Amount Plain { get; set; }\n    void Go()\n    {\n        Total.Plus(1);\n        this.Total.Plus(2);\n        Plain.Plus(3);\n    }\n}\n",
        "A/Amount.cs": "namespace A;\nclass Amount\n{\n    public void Plus(int n) { }\n}\n",
    })  # fmt: skip
    assert set(written.calls("A/Holder.cs::Holder.Go").values()) == {"A/Amount.cs::Amount.Plus"}


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("src/Shop.Tests/Cart.cs", True),
        ("src/UnitTests/Bug/Cart.cs", True),
        ("Shop.Test/Cart.cs", True),
        ("Tests/ShopTests/Cart.swift", True),
        ("src/Shop/Attests/Cart.cs", False),
        ("src/Contest/Cart.cs", False),
    ],
)
def test_projects_of_tests_are_told_by_their_folders(path: str, test: bool) -> None:
    assert is_test(path) is test
