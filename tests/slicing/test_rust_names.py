"""Rust: modules are files, crates are packages of the workspace, and methods belong to types wherever they are implemented."""

import pytest

from slicing.language_files import Written, definition, extents
from slicing.sample_repository import Sample, shown

CART = """\
//! Carts.
use std::collections::HashMap;
use crate::money::{self, Amount, text::{clean, Cleaner as Tidy}};
use super::store::Store;
use self::inner::deep;
use shop_tools::rounded;
pub use crate::log::*;

mod inner;

/// A cart.
#[derive(Debug, Clone)]
pub struct Cart<T> {
    amount: Amount,
    store: Box<Store>,
    items: Vec<T>,
}

impl<T> Cart<T> {
    /// Makes one.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { amount: Amount::zero(), store: Box::new(store), items: Vec::new() }
    }

    pub fn total(&self, extra: &Amount) -> Result<Amount, CartError> {
        let mut sum = Amount::zero();
        sum.plus(1);
        extra.minus(2);
        self.amount.plus(3);
        self.store.save_everything();
        self.helper()?;
        Self::fresh();
        money::convert(1);
        clean("x");
        Tidy::wipe();
        deep();
        rounded(2);
        write_log("y");
        outer::go();
        let map: HashMap<u8, u8> = HashMap::new();
        map.insert(1, 2);
        settle!(sum);
        Err(CartError::Negative)
    }

    fn helper(&self) -> Option<u8> { None }
    fn fresh() {}
}

impl<T> Pricing for Cart<T> {
    fn price(&self) -> u8 { self.helper(); 1 }
}

pub enum CartError { Negative }

macro_rules! settle {
    ($e:expr) => { $e };
}

mod outer {
    use super::Cart;
    pub fn go() { Cart::<u8>::fresh(); }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cart() -> Cart<u8> { Cart::new(Store::open()) }

    #[test]
    fn sums_up() {
        let cart = cart();
        cart.total(&Amount::zero());
        assert_eq!(settle!(1), 2);
    }
}
"""
FILES = {
    "Cargo.toml": '[workspace]\nmembers = ["shop", "tools"]\n',
    "shop/Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n\n[dependencies]\nshop-tools = { path = "../tools" }\n',
    "shop/src/lib.rs": "pub mod cart;\npub mod money;\nmod store;\nmod log;\npub use cart::Cart;\npub use store::Store as Shelf;\n",
    "shop/src/cart.rs": CART,
    "shop/src/cart/inner.rs": "pub fn deep() {\n    super::outer::go();\n    super::super::log::write_log(\"z\");\n}\n",
    "shop/src/money/mod.rs": "pub mod text;\n\npub struct Amount(u8);\n\nimpl Amount {\n    pub fn zero() -> Amount { Amount(0) }\n    pub fn plus(&mut self, n: u8) { text::clean(\"\"); }\n}\n\npub fn convert(n: u8) -> u8 { n }\n",
    "shop/src/money/text.rs": "pub fn clean(s: &str) -> &str { s }\npub struct Cleaner;\nimpl Cleaner {\n    pub fn wipe() { super::convert(1); }\n}\n",
    "shop/src/money/minus.rs": "use super::Amount;\nimpl Amount {\n    pub fn minus(&self, n: u8) {}\n}\n",
    "shop/src/store.rs": "pub struct Store;\nimpl Store {\n    pub fn open() -> Store { Store }\n    pub fn save_everything(&self) {}\n}\n",
    "shop/src/log.rs": "pub fn write_log(s: &str) {}\n",
    "shop/src/main.rs": "use shop::{Cart, Shelf};\n\nfn main() {\n    let shelf = Shelf::open();\n    let cart = Cart::new(shelf);\n    cart.total(&shop::money::Amount::zero());\n    shop::money::convert(1);\n}\n",
    "shop/tests/whole.rs": "mod common;\nuse shop::cart::Cart;\n\n#[test]\nfn whole() {\n    let cart = common::made();\n    cart.total(1);\n    Cart::<u8>::fresh();\n}\n",
    "shop/tests/common/mod.rs": "use shop::Cart;\npub fn made() -> Cart<u8> { Cart::new(1) }\n",
    "tools/Cargo.toml": '[package]\nname = "shop-tools"\n',
    "tools/src/lib.rs": "mod round;\npub use round::rounded;\n",
    "tools/src/round.rs": "pub fn rounded(n: u8) -> u8 { n }\n",
    "other/src/lib.rs": "pub fn rounded(n: u8) -> u8 { 0 }\npub fn clean() {}\npub struct HashMap;\nimpl HashMap {\n    pub fn insert(&self) {}\n}\n",
}  # fmt: skip
HERE = "shop/src/cart.rs"


def test_rust_definitions_with_their_comments_and_attributes() -> None:
    assert extents("cart.rs", CART) == {
        "Cart": ("class", 11, 53),
        "Cart.new": ("function", 20, 24),
        "Cart.total": ("function", 26, 45),
        "Cart.helper": ("function", 47, 47),
        "Cart.fresh": ("function", 48, 48),
        "Cart.price": ("function", 52, 52),
        "CartError": ("class", 55, 55),
        "settle": ("function", 57, 59),
        "outer": ("class", 61, 64),
        "outer.go": ("function", 63, 63),
        "tests": ("class", 66, 78),
        "tests.cart": ("function", 70, 70),
        "tests.sums_up": ("function", 72, 77),
    }


def test_rust_calls_lead_where_the_compiler_would_lead_them() -> None:
    assert Written(FILES).calls(f"{HERE}::Cart.total") == {
        "Amount.zero": "shop/src/money/mod.rs::Amount.zero",
        "sum.plus": "shop/src/money/mod.rs::Amount.plus",
        "extra.minus": "shop/src/money/minus.rs::Amount.minus",
        "self.amount.plus": "shop/src/money/mod.rs::Amount.plus",
        "self.store.save_everything": "shop/src/store.rs::Store.save_everything",
        "self.helper": f"{HERE}::Cart.helper",
        "self.fresh": f"{HERE}::Cart.fresh",
        "money.convert": "shop/src/money/mod.rs::convert",
        "clean": "shop/src/money/text.rs::clean",
        "Tidy.wipe": "shop/src/money/text.rs::Cleaner.wipe",
        "deep": "shop/src/cart/inner.rs::deep",
        "rounded": "tools/src/round.rs::rounded",
        "write_log": "shop/src/log.rs::write_log",
        "outer.go": f"{HERE}::outer.go",
        "HashMap.new": None,
        "map.insert": None,
        "settle": f"{HERE}::settle",
        "Err": None,
    }


@pytest.mark.parametrize(
    ("place", "calls"),
    [
        (f"{HERE}::Cart.price", {"self.helper": f"{HERE}::Cart.helper"}),
        (f"{HERE}::outer.go", {"Cart.fresh": f"{HERE}::Cart.fresh"}),
        (f"{HERE}::tests.sums_up", {"cart": f"{HERE}::tests.cart", "cart.total": f"{HERE}::Cart.total"}),
        (f"{HERE}::tests.cart", {"Cart.new": f"{HERE}::Cart.new", "Store.open": "shop/src/store.rs::Store.open"}),
        ("shop/src/cart/inner.rs::deep", {"super().outer.go": f"{HERE}::outer.go", "super().super.log.write_log": "shop/src/log.rs::write_log"}),
        ("shop/src/money/mod.rs::Amount.plus", {"text.clean": "shop/src/money/text.rs::clean"}),
        ("shop/src/money/text.rs::Cleaner.wipe", {"super().convert": "shop/src/money/mod.rs::convert"}),
        ("shop/src/main.rs::main", {"Shelf.open": "shop/src/store.rs::Store.open", "Cart.new": f"{HERE}::Cart.new", "cart.total": f"{HERE}::Cart.total", "shop.money.Amount.zero": "shop/src/money/mod.rs::Amount.zero", "shop.money.convert": "shop/src/money/mod.rs::convert"}),
        ("shop/tests/whole.rs::whole", {"common.made": "shop/tests/common/mod.rs::made", "cart.total": f"{HERE}::Cart.total", "Cart.fresh": f"{HERE}::Cart.fresh"}),
        ("shop/tests/common/mod.rs::made", {"Cart.new": f"{HERE}::Cart.new"}),
    ],
)  # fmt: skip
def test_paths_from_everywhere(place: str, calls: dict[str, str]) -> None:
    found = Written(FILES).calls(place)
    assert {call: found.get(call, "no such call") for call in calls} == calls


TARGET = "pub fn target() {}\n"


def where(path: str, user: str, files: dict[str, str]) -> str | None:
    """The file of ``target`` where it is imported by a path."""
    found = Written({**files, user: f"{files.get(user, '')}use {path}::target;\nfn go() {{ target(); }}\n"}).meaning(f"{user}::go", "target")
    return found and found.removesuffix("::target")


@pytest.mark.parametrize(
    ("path", "user", "file"),
    [
        ("crate::a", "src/b.rs", "src/a.rs"),
        ("crate::n::m", "src/b.rs", "src/n/m.rs"),
        ("crate::old", "src/b.rs", "src/old/mod.rs"),
        ("super::a", "src/b.rs", "src/a.rs"),
        ("super::super::a", "src/n/m.rs", "src/a.rs"),
        ("super::m", "src/n/other.rs", "src/n/m.rs"),
        ("self::m", "src/n.rs", "src/n/m.rs"),
        ("self::part", "src/old/mod.rs", "src/old/part.rs"),
        ("a", "src/lib.rs", "src/a.rs"),
        ("::util::a", "src/b.rs", "libs/util/src/a.rs"),
        ("util::a", "src/b.rs", "libs/util/src/a.rs"),
        ("util", "src/b.rs", "libs/util/src/lib.rs"),
        ("renamed_lib", "src/b.rs", "libs/renamed/code/entry.rs"),
        ("me::a", "src/main.rs", "src/a.rs"),
        ("me::a", "src/bin/tool.rs", "src/a.rs"),
        ("me::a", "examples/show.rs", "src/a.rs"),
        ("crate::helper", "src/bin/big/main.rs", "src/bin/big/helper.rs"),
        ("std::a", "src/b.rs", None),
        ("serde::a", "src/b.rs", None),
        ("crate::missing", "src/b.rs", None),
        ("crate::placed", "src/lib.rs", "src/elsewhere/file.rs"),
        ("crate::placed", "src/b.rs", "src/elsewhere/file.rs"),
    ],
)
def test_where_modules_are(path: str, user: str, file: str | None) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "me"\n\n[workspace]\nmembers = ["libs/*"]\n',
        "libs/util/Cargo.toml": '[package]\nname = "util"\n',
        "libs/renamed/Cargo.toml": '[package]\nname = "renamed"\n\n[lib]\nname = "renamed_lib"\npath = "code/entry.rs"\n',
        "src/lib.rs": '#[path = "elsewhere/file.rs"]\nmod placed;\nmod a;\n',
        "src/main.rs": "",
        "src/bin/big/main.rs": "",
        **dict.fromkeys(("src/a.rs", "src/n.rs", "src/n/m.rs", "src/old/mod.rs", "src/old/part.rs", "src/bin/big/helper.rs", "src/elsewhere/file.rs"), TARGET),
        **dict.fromkeys(("libs/util/src/a.rs", "libs/util/src/lib.rs", "libs/renamed/code/entry.rs", "serde/a.rs"), TARGET),
    }
    if user in ("src/n.rs", "src/n/m.rs", "src/old/mod.rs"):
        files[user] = ""
    assert where(path, user, files) == file


def test_a_method_of_a_trait_leads_to_its_one_body_and_to_its_own() -> None:
    files = {
        "src/lib.rs": "mod a;\nmod b;\n",
        "src/a.rs": "pub trait Source {\n    fn fetch_rows(&self) -> u8;\n    fn both(&self) -> u8 { self.fetch_rows() }\n}\n\npub fn go(s: &dyn Source, t: impl Source) {\n    s.fetch_rows();\n    t.both();\n}\n",
        "src/b.rs": "use crate::a::Source;\npub struct Table;\nimpl Source for Table {\n    fn fetch_rows(&self) -> u8 { 1 }\n}\nfn use_it(t: Table) {\n    t.both();\n}\n",
    }
    written = Written(files)
    assert written.calls("src/a.rs::go") == {"s.fetch_rows": "src/b.rs::Table.fetch_rows", "t.both": "src/a.rs::Source.both"}
    assert written.calls("src/a.rs::Source.both") == {"self.fetch_rows": "src/b.rs::Table.fetch_rows"}
    assert written.calls("src/b.rs::use_it") == {"t.both": "src/a.rs::Source.both"}


PANIC = """\
thread 'main' panicked at src/cart.rs:34:5:
negative total
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665:5
   1: core::panicking::panic_fmt
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs:76:14
   2: shop::cart::Cart<T>::total
             at ./src/cart.rs:34:5
   3: serde::de::go
             at /home/me/.cargo/registry/src/index.crates.io-6f17d22bba15001f/serde-1.0.1/src/money/text.rs:3:5
   4: shop::main
             at ./src/main.rs:6:5
"""


def test_a_panic_of_rust_seeds_its_own_frames_and_reaches_other_files(sample: Sample) -> None:
    sample.write({path.removeprefix("shop/"): text for path, text in FILES.items() if path.startswith("shop/")})
    sample.write({"library/std/src/panicking.rs": "fn x() {}\n"})
    document = sample.ck("slice", "--json", stdin=PANIC).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("src/cart.rs", 34), ("src/main.rs", 6)}
    items = shown(sample.slice(PANIC))
    assert set(items[:2]) == {"src/cart.rs::Cart.total", "src/main.rs::main"} and {"src/money/mod.rs::Amount.plus", "src/store.rs::Store.save_everything"} <= set(items)


def test_a_failing_test_inside_its_module_is_a_seed(sample: Sample) -> None:
    sample.write(dict(FILES))
    text = (
        "running 1 test\ntest cart::tests::sums_up ... FAILED\n\nfailures:\n\n---- cart::tests::sums_up stdout ----\n\n"
        "thread 'cart::tests::sums_up' panicked at shop/src/cart.rs:76:9:\nassertion `left == right` failed\n  left: 1\n right: 2\n\n\n"
        "failures:\n    cart::tests::sums_up\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("shop/src/cart.rs", 76)}
    assert f"{HERE}::Cart.total" in shown(sample.slice(text))[:3]


def test_an_error_of_rustc_seeds_its_line(sample: Sample) -> None:
    sample.write(dict(FILES))
    text = "error[E0308]: mismatched types\n  --> shop/src/main.rs:6:16\n   |\n6 |     cart.total(&shop::money::Amount::zero());\n   |                ^ expected `u8`\n"
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("shop/src/main.rs", 6)}


def test_a_rust_definition_knows_its_types() -> None:
    found = definition("cart.rs", CART, "Cart.total")
    assert found.returns == "Amount" and dict(found.types)["extra"] == "Amount"
