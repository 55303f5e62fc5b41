"""Go: packages are folders, modules are go.mod files, and both decide what a name means."""

import pytest

from kernel.slicing.roles import is_test
from slicing.language_files import Written, definition, extents
from slicing.sample_repository import Sample, shown

CART = """\
// Package cart sells.
package cart

import (
	"fmt"
	str "strings"

	"example.com/shop/internal/money"
	. "example.com/shop/text"
	_ "example.com/shop/effects"
	yaml "gopkg.in/yaml.v3"
)

// Cart is a cart.
//
//nolint:all
type Cart struct {
	Basket
	*Log
	money  money.Amount
	store  *Store
	pricer Pricer
}

type (
	// Pricer prices.
	Pricer interface {
		Price() int
	}
	ID string
)

// Total sums up.
func (c *Cart) Total(item Item) (money.Amount, error) {
	sum := money.New(1)
	sum.Plus(2)
	c.money.Plus(3)
	c.store.SaveEverything(item)
	c.Inherited()
	c.Write("x")
	c.helper()
	rounded(2)
	Clean("x")
	fmt.Println(str.ToUpper("a"))
	yaml.Marshal(c)
	made := &Item{}
	made.Rename("y")
	for _, each := range c.items {
		each.settleEverything()
	}
	return sum, fmt.Errorf("negative total %d", 3)
}

func (c Cart) helper() {}

func Map[T any](items []T, f func(T) T) []T { return items }

func (p *Page[T]) Next() T { return p.item }

var handler = func(n int) int { return n }
"""
FILES = {
    "go.mod": "module example.com/shop // the shop\n\ngo 1.21\n",
    "cart/cart.go": CART,
    "cart/basket.go": "package cart\n\ntype Basket struct{}\n\nfunc (b Basket) Inherited() {}\n\ntype Item struct{}\n\nfunc (i *Item) Rename(s string) {}\n",
    "cart/round.go": "package cart\n\nfunc rounded(n int) int { return n }\n",
    "cart/store.go": "package cart\n\ntype Store struct{}\n",
    "cart/store_save.go": "package cart\n\nfunc (s *Store) SaveEverything(o any) {\n}\n",
    "cart/log.go": "package cart\n\ntype Log struct{}\n\nfunc (l *Log) Write(s string) {}\n",
    "cart/cart_test.go": "package cart\n\nfunc rounded2() {}\n\nfunc TestTotal(t *testing.T) {\n\tc := Cart{}\n\tc.Total(Item{})\n\tt.Run(\"empty cart\", func(t *testing.T) {\n\t\trounded(1)\n\t})\n}\n",
    "cart/outer_test.go": "package cart_test\n\nimport \"example.com/shop/cart\"\n\nfunc TestOuter(t *testing.T) {\n\tcart.Map(nil, nil)\n\tvar c cart.Cart\n\tc.Total(cart.Item{})\n}\n",
    "internal/money/money.go": "package money\n\ntype Amount struct{}\n\n// New makes.\nfunc New(n int) Amount { return Amount{} }\n",
    "internal/money/plus.go": "package money\n\nfunc (a *Amount) Plus(n int) {}\n",
    "text/clean.go": "package text\n\nfunc Clean(s string) string { return s }\n",
    "other/round.go": "package other\n\nfunc rounded(n int) int { return -n }\n\nfunc Println(s string) {}\n\ntype Store struct{}\n\nfunc (s Store) SaveEverything() {}\n",
    "yaml/yaml.go": "package yaml\n\nfunc Marshal(o any) {}\n",
    "effects/effects.go": "package effects\n\nfunc init() {}\n",
}


def test_go_definitions_with_their_comments() -> None:
    assert extents("cart.go", CART) == {
        "Cart": ("class", 14, 23),
        "Pricer": ("class", 26, 29),
        "ID": ("class", 30, 30),
        "Cart.Total": ("function", 33, 52),
        "Cart.helper": ("function", 54, 54),
        "Map": ("function", 56, 56),
        "Page.Next": ("function", 58, 58),
        "handler": ("function", 60, 60),
    }


def test_go_calls_lead_where_the_compiler_would_lead_them() -> None:
    assert Written(FILES).calls("cart/cart.go::Cart.Total") == {
        "money.New": "internal/money/money.go::New",
        "sum.Plus": "internal/money/plus.go::Amount.Plus",
        "c.money.Plus": "internal/money/plus.go::Amount.Plus",
        "c.store.SaveEverything": "cart/store_save.go::Store.SaveEverything",
        "c.Inherited": "cart/basket.go::Basket.Inherited",
        "c.Write": "cart/log.go::Log.Write",
        "c.helper": "cart/cart.go::Cart.helper",
        "rounded": "cart/round.go::rounded",
        "Clean": "text/clean.go::Clean",
        "fmt.Println": None,
        "str.ToUpper": None,
        "yaml.Marshal": None,
        "Item": "cart/basket.go::Item",
        "made.Rename": "cart/basket.go::Item.Rename",
        "each.settleEverything": None,
        "fmt.Errorf": None,
    }


def test_tests_see_their_package_from_inside_and_from_outside() -> None:
    written = Written(FILES)
    assert written.calls("cart/cart_test.go::TestTotal") | {"Cart": None} == {
        "Cart": None,
        "c.Total": "cart/cart.go::Cart.Total",
        "Item": "cart/basket.go::Item",
        "t.Run": None,
        "rounded": "cart/round.go::rounded",
    }
    assert written.calls("cart/outer_test.go::TestOuter") == {
        "cart.Map": "cart/cart.go::Map",
        "c.Total": "cart/cart.go::Cart.Total",
        "cart.Item": "cart/basket.go::Item",
    }
    # An outer package does not see what the tested one keeps to itself, nor a package its tests.
    outside = FILES | {"cart/hidden_test.go": "package cart_test\n\nfunc TestHidden() {\n\trounded(1)\n\trounded2()\n}\n"}
    assert Written(outside).calls("cart/hidden_test.go::TestHidden") == {"rounded": None, "rounded2": None}
    inside = FILES | {"cart/use.go": "package cart\n\nfunc use() {\n\trounded2()\n}\n"}
    assert Written(inside).calls("cart/use.go::use") == {"rounded2": None}


USER = 'package main\n\nimport "{}"\n\nfunc main() {{\n\t{}.Target()\n}}\n'
TARGET = "package {}\n\nfunc Target() {{}}\n"


def where(module: str, name: str, files: dict[str, str], user: str = "cmd/app/main.go") -> str | None:
    """The file of ``name.Target`` where a package is imported."""
    found = Written({**files, user: USER.format(module, name)}).meaning(f"{user}::main", f"{name}.Target")
    return found and found.removesuffix("::Target")


@pytest.mark.parametrize(
    ("module", "name", "file"),
    [
        ("example.com/shop/lib", "lib", "lib/a.go"),
        ("example.com/shop", "shop", "root.go"),
        ("example.com/shop/api/v2", "api", "api/v2/a.go"),
        ("example.com/sub/x", "x", "nested/x/a.go"),
        ("example.com/forked/y", "y", "third/forked/y/a.go"),
        ("example.com/versioned/y", "y", "third/versioned/y/a.go"),
        ("example.com/hidden/y", "y", ".third/y/a.go"),
        ("example.com/shop/go-lib", "lib", "go-lib/a.go"),
        ("example.com/shop/lib.go", "lib", "lib.go/a.go"),
        ("example.com/vendored/z", "z", "vendor/example.com/vendored/z/a.go"),
        ("example.com/away", "away", None),
        ("example.com/shopping/lib", "lib", None),
        ("lib", "lib", None),
        ("example.com/shop/missing", "missing", None),
        ("", "lib", None),
    ],
)
def test_modules_and_what_they_replace(module: str, name: str, file: str | None) -> None:
    files = {
        "go.mod": "module example.com/shop\n\nreplace example.com/forked => ./third/forked\n\nreplace (\n\texample.com/versioned v1.2.3 => ./third/versioned // why\n\texample.com/hidden => ./.third\n\texample.com/away => ../../away\n\texample.com/far => example.com/near v1.0.0\n)\n",
        "nested/go.mod": 'module "example.com/sub"\n',
        "root.go": TARGET.format("shop"),
        "lib/a.go": TARGET.format("lib"),
        "go-lib/a.go": TARGET.format("lib"),
        "lib.go/a.go": TARGET.format("lib"),
        "api/v2/a.go": TARGET.format("api"),
        "nested/x/a.go": TARGET.format("x"),
        "third/forked/y/a.go": TARGET.format("y"),
        "third/versioned/y/a.go": TARGET.format("y"),
        ".third/y/a.go": TARGET.format("y"),
        "vendor/example.com/vendored/z/a.go": TARGET.format("z"),
        "away/a.go": TARGET.format("away"),
    }
    assert where(module, name, files) == file


def test_a_package_may_have_another_name_than_its_folder() -> None:
    files = {"go.mod": "module m\n", "strange-folder/a.go": "// Doc.\n//go:build x\n\n/* package wrong */\npackage right\n\nfunc Target() {}\n"}
    assert where("m/strange-folder", "right", files) == "strange-folder/a.go"


def test_of_files_for_several_systems_only_that_of_the_asking_file_is_meant() -> None:
    system = "package run\n\nfunc start() int {\n\treturn 1\n}\n"
    user = "package run\n\nfunc Go() {\n\tstart()\n}\n"
    both = Written({"go.mod": "module m\n", "run/a_linux.go": system, "run/a_windows.go": system, "run/go.go": user})
    assert both.calls("run/go.go::Go") == {"start": None}
    one = Written({"go.mod": "module m\n", "run/a_linux.go": system, "run/go.go": user})
    assert one.calls("run/go.go::Go") == {"start": "run/a_linux.go::start"}
    user = 'package main\n\nimport "m/run"\n\nfunc main() {\n\trun.Begin()\n}\n'
    away = {f"run/b_{name}.go": "package run\n\nfunc Begin() {}\n" for name in ("linux", "windows")}
    assert Written({"go.mod": "module m\n", **away, "main.go": user}).calls("main.go::main") == {"run.Begin": None}
    user = "package run\n\nfunc Go() {\n\tstart()\n}\n"
    own = Written({"go.mod": "module m\n", "run/a_linux.go": system, "run/a_windows.go": system, "run/go_linux.go": user})
    assert own.calls("run/go_linux.go::Go") == {"start": "run/a_linux.go::start"}


def test_variables_take_their_types_from_what_made_them() -> None:
    files = {
        "go.mod": "module m\n",
        "a/a.go": "package a\n\ntype Client struct{ Pool *Pool }\n\ntype Pool struct{}\n\nfunc NewClient() (*Client, error) { return nil, nil }\nfunc (c *Client) Do() *Reply { return nil }\nfunc (p *Pool) Close() {}\n\ntype Reply struct{}\n\nfunc (r *Reply) Read() {}\n",
        "b/b.go": 'package b\n\nimport "m/a"\n\nfunc use(h *holder) {\n\tclient, err := a.NewClient()\n\tclient.Do()\n\tclient.Pool.Close()\n\tclient.Do().Read()\n\tpool := client.Pool\n\tpool.Close()\n\treply := client.Do()\n\treply.Read()\n\terr.Error()\n\tvar other a.Client\n\tother.Do()\n\tmade := a.Client{}\n\tmade.Do()\n\tp := new(a.Client)\n\tp.Do()\n\tx := y.Do()\n\ty := x.Do()\n\ty.Close()\n}\n',
    }
    assert Written(files).calls("b/b.go::use") == {
        "a.NewClient": "a/a.go::NewClient",
        "client.Do": "a/a.go::Client.Do",
        "client.Pool.Close": "a/a.go::Pool.Close",
        "client.Do().Read": "a/a.go::Reply.Read",
        "pool.Close": "a/a.go::Pool.Close",
        "reply.Read": "a/a.go::Reply.Read",
        "err.Error": None,
        "other.Do": "a/a.go::Client.Do",
        "a.Client": "a/a.go::Client",
        "made.Do": "a/a.go::Client.Do",
        "new": None,
        "p.Do": "a/a.go::Client.Do",
        "y.Do": None,
        "x.Do": None,
        "y.Close": None,
    }


def test_an_interface_leads_to_its_one_implementation() -> None:
    files = {
        "go.mod": "module m\n",
        "a.go": "package m\n\ntype Source interface {\n\tFetchRows(n int) []int\n}\n\nfunc use(s Source) {\n\ts.FetchRows(1)\n}\n",
        "db/b.go": "package db\n\ntype Table struct{}\n\nfunc (t *Table) FetchRows(n int) []int {\n\treturn nil\n}\n",
    }
    assert Written(files).calls("a.go::use") == {"s.FetchRows": "db/b.go::Table.FetchRows"}


PANIC = """\
panic: runtime error: index out of range [3] with length 2

goroutine 1 [running]:
example.com/shop/cart.(*Cart).Total(0xc000012345, {0x1, 0x2})
	/home/me/src/shop/cart/cart.go:34 +0x1d
net/http.HandlerFunc.ServeHTTP(...)
	/usr/local/go/src/net/http/server.go:2136
github.com/other/cart.Run(0x1)
	/home/me/go/pkg/mod/github.com/other/cart@v1.2.3/round.go:3 +0x2
main.main()
	/home/me/src/shop/main.go:9 +0x25
exit status 2
"""


def test_a_panic_seeds_its_own_frames_and_reaches_other_files(sample: Sample) -> None:
    sample.write({
        **FILES,
        "main.go": 'package main\n\nimport "example.com/shop/cart"\n\nfunc main() {\n\tc := cart.Cart{}\n\n\n\tc.Total(cart.Item{})\n}\n',
        "server.go": "package main\n\nfunc x() {}\n",
    })  # fmt: skip
    document = sample.ck("slice", "--json", stdin=PANIC).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("cart/cart.go", 34), ("main.go", 9)}
    items = shown(sample.slice(PANIC))
    assert set(items[:2]) == {"cart/cart.go::Cart.Total", "main.go::main"}
    assert {"internal/money/plus.go::Amount.Plus", "cart/store_save.go::Store.SaveEverything", "cart/round.go::rounded"} <= set(items)
    assert "other/round.go::rounded" not in items[:8]


def test_a_failing_test_reaches_the_file_beside_it(sample: Sample) -> None:
    sample.write({**FILES, "other/cart_test.go": "package other\n\nfunc TestTotal() {\n}\n"})
    text = "--- FAIL: TestTotal (0.00s)\n    --- FAIL: TestTotal/empty_cart (0.00s)\n        cart_test.go:9: got 3, want 2\nFAIL\nFAIL\texample.com/shop/cart\t0.002s\n"
    document = sample.ck("slice", "--json", stdin=text).document()
    assert ("cart/cart_test.go", 9) in {(s["path"], s["line"]) for s in document["seeds"]}
    assert {s["path"] for s in document["seeds"]} == {"cart/cart_test.go"}
    items = shown(sample.slice(text))
    assert "cart/cart.go::Cart.Total" in items[:3] and {"cart/cart_test.go::TestTotal", "cart/round.go::rounded"} <= set(items[:8])


def test_an_error_of_go_build_seeds_its_line(sample: Sample) -> None:
    sample.write(dict(FILES))
    document = sample.ck("slice", "--json", stdin="# example.com/shop/cart\ncart/cart.go:40:2: undefined: rounded\n").document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} >= {("cart/cart.go", 40)}


@pytest.mark.parametrize(("path", "test"), [("a/a_test.go", True), ("testdata/x.go", True), ("a/latest.go", False), ("a/a_tester.go", False)])
def test_go_tests_are_told_by_their_names(path: str, test: bool) -> None:
    assert is_test(path) is test


def test_a_go_definition_knows_its_types() -> None:
    assert definition("cart.go", CART, "Cart.Total").returns == "money.Amount"
