"""Languages that no grammar reads: definitions by lines, mentions that only one definition fits, said in the notes."""

import time

import pytest

from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

TEXTS = {
    "cart.dart": (
        "import 'money.dart';\n\n/// A cart.\n@immutable\nclass Cart extends Basket {\n  final int n;\n\n  Cart(this.n);\n\n"
        "  // Sums up.\n  Future<int> total(int item) async {\n    if (item < 0) {\n      throw StateError('negative');\n    }\n    return rounded(item);\n  }\n\n"
        "  int get small => 1;\n}\n\nint rounded(int n) => n;\n",
        {"Cart": ("class", 3, 19), "Cart.total": ("function", 10, 16), "rounded": ("function", 21, 21)},
    ),
    "Cart.pm": (
        "package Shop::Cart;\nuse strict;\n\n# Sums up.\nsub total {\n    my ($self, $item) = @_;\n    return rounded($item);\n}\n\nsub rounded\n{\n    return $_[0];\n}\n\n1;\n",
        {"total": ("function", 4, 8), "rounded": ("function", 10, 13)},
    ),
    "cart.R": (
        "#' Sums up.\ntotal <- function(items, n = 1) {\n  if (n < 0) {\n    stop('negative')\n  }\n  rounded(items)\n}\n\nrounded = function(n) n\n",
        {"total": ("function", 1, 7), "rounded": ("function", 9, 9)},
    ),
    "Cart.hs": (
        "module Cart where\n\n-- | A cart.\ndata Cart = Cart\n  { items :: [Int]\n  }\n\n-- | Sums up.\ntotal :: Cart -> Int\ntotal (Cart []) = 0\ntotal cart = rounded n\n  where n = 1\n\nrounded :: Int -> Int\nrounded n = n\n",
        {"Cart": ("class", 3, 6), "total": ("function", 8, 12), "rounded": ("function", 14, 15)},
    ),
    "cart.zig": (
        'const std = @import("std");\n\npub const Cart = struct {\n    n: i32,\n\n    /// Sums up.\n    pub fn total(self: *Cart) !i32 {\n        return rounded(self.n);\n    }\n};\n\nfn rounded(n: i32) i32 {\n    return n;\n}\n',
        {"Cart": ("class", 3, 10), "Cart.total": ("function", 6, 9), "rounded": ("function", 12, 14)},
    ),
    "cart.jl": (
        "struct Cart\n    n::Int\nend\n\nfunction total(cart::Cart)\n    if cart.n < 0\n        error(\"negative\")\n    end\n    rounded(cart.n)\nend\n\nfunction rounded(n)\n    n\nend\n",
        {"Cart": ("class", 1, 3), "total": ("function", 5, 10), "rounded": ("function", 12, 14)},
    ),
    "cart.clj": (
        "(ns shop.cart)\n\n;; Sums up.\n(defn total\n  [items]\n  (rounded (count items)))\n\n(defn- rounded [n] n)\n",
        {"total": ("function", 3, 6), "rounded": ("function", 8, 8)},
    ),
    "cart.erl": (
        "-module(cart).\n\ntotal([]) -> 0;\ntotal(Items) ->\n    rounded(length(Items)).\n\nrounded(N) -> N.\n",
        {"total": ("function", 3, 5), "rounded": ("function", 7, 7)},
    ),
    "cart.ml": (
        "(* Sums up. *)\nlet rec total items =\n  match items with\n  | [] -> 0\n  | x :: _ -> rounded x\n\nlet rounded n = n\n",
        {"total": ("function", 1, 5), "rounded": ("function", 7, 7)},
    ),
    "cart.ps1": (
        "function Get-Total {\n    param($Item)\n    return Get-Rounded $Item\n}\n\nfunction Get-Rounded($n) { $n }\n",
        {"Get-Total": ("function", 1, 4), "Get-Rounded": ("function", 6, 6)},
    ),
}


@pytest.mark.parametrize("path", TEXTS)
def test_definitions_by_lines(path: str) -> None:
    text, expected = TEXTS[path]
    found = extents(path, text)
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize("path", [p for p in TEXTS if p != "cart.ps1"])
def test_what_only_one_definition_fits_is_meant(path: str) -> None:
    text, expected = TEXTS[path]
    written = Written({path: text})
    total = next(name for name in expected if name.rpartition(".")[2] == "total")
    assert written.meaning(f"{path}::{total}", "rounded") == f"{path}::rounded"


HELPER = "sub rounded_total {\n    return $_[0];\n}\n"
CALLER = "sub go {\n    return rounded_total(1);\n}\n"


def test_a_mention_leads_to_another_file_only_where_one_definition_has_the_name() -> None:
    assert Written({"a.pl": CALLER, "b.pl": HELPER}).meaning("a.pl::go", "rounded_total") == "b.pl::rounded_total"
    assert Written({"a.pl": CALLER, "b.pl": HELPER, "c.pl": HELPER}).meaning("a.pl::go", "rounded_total") is None
    # A definition in another language is another thing.
    assert Written({"a.pl": CALLER, "b.zig": "fn rounded_total(n: i32) i32 {\n    return n;\n}\n"}).meaning("a.pl::go", "rounded_total") is None


def test_an_index_by_ctags_tells_between_definitions() -> None:
    tags = "!_TAG_FILE_SORTED\t1\t/0/\nrounded_total\t./c.pl\t/^sub rounded_total {$/;\"\ts\n"
    written = Written({"a.pl": CALLER, "b.pl": HELPER, "c.pl": HELPER, "tags": tags})
    assert written.meaning("a.pl::go", "rounded_total") == "c.pl::rounded_total"


def test_a_slice_says_that_a_language_is_read_by_its_lines(sample: Sample) -> None:
    sample.write({"lib/Shop/Cart.pm": TEXTS["Cart.pm"][0] + CALLER, "lib/Shop/Round.pm": HELPER})
    piece = sample.slice("negative subtotal at lib/Shop/Cart.pm line 16.\n")
    items = shown(piece)
    assert items[0] == "lib/Shop/Cart.pm::go" and "lib/Shop/Round.pm::rounded_total" in items
    assert any("Perl is read by its lines" in note for note in piece.notes)
    assert piece.sufficiency.verdict != "sufficient"


@pytest.mark.parametrize("line", ["do class a\n", "do sub a\n", "} class a\n", "a b c d e f g h (" * 17 + "\n", "class a {\n", "x:: " * 70 + "\n", "(defn " * 40 + "\n"])
@pytest.mark.parametrize("path", ["a.pl", "a.hs", "a.clj", "a.m"])
def test_hostile_texts_take_no_time(path: str, line: str) -> None:
    start = time.process_time()
    extents(path, line * (200_000 // len(line)))
    assert time.process_time() - start < 3
