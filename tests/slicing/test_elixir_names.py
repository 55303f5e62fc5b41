"""Elixir: whole module names, aliases, imports and delegates decide what a name means."""

import pytest

from kernel.slicing.roles import is_test
from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

CART = '''\
defmodule Shop.Cart do
  @moduledoc "Carts."
  use Shop.Base, opt: 1
  alias Shop.Money
  alias Shop.{Store, Text.Cleaner}
  alias Shop.Log, as: L
  alias Shop.Deep
  import Shop.Tools, only: [rounded: 1]
  require Logger

  defstruct [:items]

  @doc """
  The total.
  """
  @spec total(t()) :: integer()
  def total(cart, item \\\\ nil) when is_map(cart) do
    sum = Money.zero()
    Money.plus(sum, 1)
    cart |> helper() |> L.write()
    Cleaner.clean("x")
    rounded(2)
    Deep.Saw.cut(3)
    Shop.Other.settle(4)
    Inner.go()
    __MODULE__.size(cart)
    Enum.map([], &quiet/1)
    :lists.reverse([])
    Logger.info("y")
    Other.wipe_everything(1)
    based()
    %Store{items: 1}
    raise Shop.CartError, "negative total"
  end

  def total(nil, _), do: 0

  # Nothing.
  defp helper(cart), do: cart
  defp quiet(n), do: n
  defdelegate size(cart), to: Shop.Store, as: :count

  defmacro made(x) do
    quote do: unquote(x)
  end

  defmodule Inner do
    def go, do: helper(1)
    def helper(n), do: n
  end
end

defimpl Shop.Priced, for: Shop.Cart do
  def price(cart), do: Shop.Cart.total(cart, 1)
end
'''
FILES = {
    "lib/shop/cart.ex": CART,
    "lib/shop/base.ex": "defmodule Shop.Base do\n  defmacro __using__(_) do\n    quote do: 1\n  end\n\n  def based, do: 1\nend\n",
    "lib/shop/money.ex": "defmodule Shop.Money do\n  def zero, do: 0\n  def plus(a, b), do: a + b\nend\n",
    "lib/shop/store.ex": "defmodule Shop.Store do\n  defstruct [:items]\n  def size(s), do: s\nend\n",
    "lib/shop/text/cleaner.ex": "defmodule Shop.Text.Cleaner do\n  def clean(s), do: s\nend\n",
    "lib/shop/log.ex": "defmodule Shop.Log do\n  def write(s), do: s\nend\n",
    "lib/shop/deep/saw.ex": "defmodule Shop.Deep.Saw do\n  def cut(n), do: n\nend\n",
    "lib/shop/tools.ex": "defmodule Shop.Tools do\n  def rounded(n), do: n\nend\n",
    "lib/shop/errors.ex": "defmodule Shop.CartError do\n  defexception [:message]\nend\n\ndefmodule Shop.Other do\n  def settle(n), do: n\nend\n",
    "lib/shop/priced.ex": "defprotocol Shop.Priced do\n  @doc \"x\"\n  def price(a)\nend\n",
    "lib/elsewhere.ex": "defmodule Elsewhere do\n  def rounded(n), do: -n\n  def wipe_everything(n), do: n\n\n  defmodule Money do\n    def zero, do: 1\n  end\nend\n",
}
HERE = "lib/shop/cart.ex"


def test_elixir_definitions_with_their_documentation() -> None:
    assert extents("cart.ex", CART) == {
        "Shop.Cart": ("class", 1, 51),
        "Shop.Cart.total": ("function", 13, 36),
        "Shop.Cart.helper": ("function", 38, 39),
        "Shop.Cart.quiet": ("function", 40, 40),
        "Shop.Cart.size": ("function", 41, 41),
        "Shop.Cart.made": ("function", 43, 45),
        "Shop.Cart.Inner": ("class", 47, 50),
        "Shop.Cart.Inner.go": ("function", 48, 48),
        "Shop.Cart.Inner.helper": ("function", 49, 49),
        "Shop.Priced.Shop.Cart": ("class", 53, 55),
        "Shop.Priced.Shop.Cart.price": ("function", 54, 54),
    }


def test_elixir_calls_lead_where_the_compiler_would_lead_them() -> None:
    written = Written(FILES)
    calls = written.calls(f"{HERE}::Shop.Cart.total")
    assert {call: meaning for call, meaning in calls.items() if call not in ("is_map", "raise", "total", "t", "integer")} == {
        "Money.zero": "lib/shop/money.ex::Shop.Money.zero",
        "Money.plus": "lib/shop/money.ex::Shop.Money.plus",
        "helper": f"{HERE}::Shop.Cart.helper",
        "L.write": "lib/shop/log.ex::Shop.Log.write",
        "Cleaner.clean": "lib/shop/text/cleaner.ex::Shop.Text.Cleaner.clean",
        "rounded": "lib/shop/tools.ex::Shop.Tools.rounded",
        "Deep.Saw.cut": "lib/shop/deep/saw.ex::Shop.Deep.Saw.cut",
        "Shop.Other.settle": "lib/shop/errors.ex::Shop.Other.settle",
        "Inner.go": f"{HERE}::Shop.Cart.Inner.go",
        "self.size": f"{HERE}::Shop.Cart.size",
        "Enum.map": None,
        "lists.reverse": None,
        "Logger.info": None,
        "Other.wipe_everything": None,
        "based": "lib/shop/base.ex::Shop.Base.based",
        "Store": "lib/shop/store.ex::Shop.Store",
    }
    assert {calls[c] for c in ("is_map", "raise", "total", "t")} == {None}
    meaning = written.meaning
    assert meaning(f"{HERE}::Shop.Cart.total", "Shop.CartError") == "lib/shop/errors.ex::Shop.CartError"
    assert meaning(f"{HERE}::Shop.Cart.total", "quiet") == f"{HERE}::Shop.Cart.quiet"
    assert meaning(f"{HERE}::Shop.Cart.size", "Shop.Store.size") == "lib/shop/store.ex::Shop.Store.size"
    assert meaning(f"{HERE}::Shop.Cart.Inner.go", "helper") == f"{HERE}::Shop.Cart.Inner.helper"
    assert meaning(f"{HERE}::Shop.Priced.Shop.Cart.price", "Shop.Cart.total") == f"{HERE}::Shop.Cart.total"


def test_a_module_without_an_alias_is_not_that_of_another() -> None:
    files = {**FILES, "lib/user.ex": "defmodule Shop.User do\n  def go do\n    Money.zero()\n    Elsewhere.Money.zero()\n    Saw.cut(1)\n  end\nend\n"}
    assert Written(files).calls("lib/user.ex::Shop.User.go") == {
        "Money.zero": None,
        "Elsewhere.Money.zero": "lib/elsewhere.ex::Elsewhere.Money.zero",
        "Saw.cut": None,
    }


def test_tests_of_exunit_are_named_by_their_titles() -> None:
    body = "      assert total(1) == 2\n" * 25
    text = f'defmodule Shop.CartTest do\n  use ExUnit.Case\n\n  describe "total/1" do\n    @tag :slow\n    test "sums up", %{{a: a}} do\n{body}    end\n\n    test "is nil" do\n{body}    end\n  end\nend\n'
    assert {name: where[1:] for name, where in extents("test/cart_test.exs", text).items()} == {
        "Shop.CartTest": (1, 62),
        "Shop.CartTest.total/1": (4, 61),
        "Shop.CartTest.total/1.sums up": (5, 32),
        "Shop.CartTest.total/1.is nil": (34, 60),
    }


def test_an_elixir_trace_seeds_its_own_frames_and_reaches_other_files(sample: Sample) -> None:
    sample.write({**FILES, "lib/enum.ex": "defmodule Own do\n  def map, do: 1\nend\n", "lib/run.ex": "defmodule Run do\n  def go do\n    Shop.Cart.total(1)\n  end\nend\n"})
    text = (
        "** (Shop.CartError) negative total\n    (shop 0.1.0) lib/shop/cart.ex:33: Shop.Cart.total/2\n"
        "    (elixir 1.14.0) lib/enum.ex:2: Enum.\"-map/2-lists^map/1-0-\"/2\n    (shop 0.1.0) lib/run.ex:3: Run.go/0\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {(HERE, 33), ("lib/run.ex", 3)}
    items = shown(sample.slice(text))
    assert f"{HERE}::Shop.Cart.total" in items[:2]
    assert {"lib/shop/money.ex::Shop.Money.plus", "lib/shop/deep/saw.ex::Shop.Deep.Saw.cut"} <= set(items)


def test_a_failure_of_exunit_reaches_the_tested_module(sample: Sample) -> None:
    test = 'defmodule Shop.CartTest do\n  use ExUnit.Case\n  alias Shop.Cart\n\n  test "total sums up" do\n    assert Cart.total(1) == 2\n  end\nend\n'
    sample.write({**FILES, "test/shop/cart_test.exs": test})
    text = (
        "  1) test total sums up (Shop.CartTest)\n     test/shop/cart_test.exs:5\n     Assertion with == failed\n     code:  assert Cart.total(1) == 2\n     left:  1\n     right: 2\n"
        "     stacktrace:\n       test/shop/cart_test.exs:6: (test)\n\nFinished in 0.03 seconds\n1 test, 1 failure\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {s["path"] for s in document["seeds"]} == {"test/shop/cart_test.exs"}
    assert f"{HERE}::Shop.Cart.total" in shown(sample.slice(text))[:3]


@pytest.mark.parametrize(("path", "test"), [("test/cart_test.exs", True), ("test/support/x.ex", True), ("lib/latest.ex", False), ("lib/testing.ex", False)])
def test_elixir_tests_are_told_by_their_paths(path: str, test: bool) -> None:
    assert is_test(path) is test


def test_operators_and_implementations_of_several_types() -> None:
    text = (
        "defmodule A.B do\n  def a <~> b, do: plus(a, b)\n  def a <|> b when is_x(a), do: b\n  def x when x, do: 1\n"
        "  defimpl Enumerable do\n    def count(_), do: 1\n  end\nend\n\ndefimpl Priced, for: [A.B, C] do\n  def price(_), do: 2\nend\n"
    )
    assert extents("a.ex", text) == {
        "A.B": ("class", 1, 8),
        "A.B.<~>": ("function", 2, 2),
        "A.B.<|>": ("function", 3, 3),
        "A.B.x": ("function", 4, 4),
        "A.B.Enumerable": ("class", 5, 7),
        "A.B.Enumerable.count": ("function", 6, 6),
        "Priced.A.B": ("class", 10, 12),
        "Priced.A.B.price": ("function", 11, 11),
    }


def test_an_alias_below_the_module_around_it() -> None:
    part = "defmodule Shop.Cart.{0} do\n  def go(n), do: n\nend\n"
    files = {
        "lib/cart.ex": "defmodule Shop.Cart do\n  alias __MODULE__.Part\n  alias __MODULE__.{Left, Right}\n  def use do\n    Part.go(1)\n    Left.go(2)\n    Right.go(3)\n  end\nend\n",
        **{f"lib/cart/{name.lower()}.ex": part.replace("{0}", name) for name in ("Part", "Left", "Right")},
        "lib/other/part.ex": "defmodule Other.Part do\n  def go(n), do: -n\nend\n",
    }
    assert Written(files).calls("lib/cart.ex::Shop.Cart.use") == {f"{name}.go": f"lib/cart/{name.lower()}.ex::Shop.Cart.{name}.go" for name in ("Part", "Left", "Right")}


@pytest.mark.parametrize(
    ("function", "seeded"),
    [
        ("Other.Router.call/1", False),
        ("anonymous fn/1 in Other.Router.call/2", False),
        ("Web.Router.call/1", True),
        ("anonymous fn/1 in Web.Router.call/2", True),
        ("Web.Router.\"made up\"/1", True),
        ("Web.Router.Inner.go/1", True),
        ("(test)", True),
    ],
)
def test_a_frame_of_another_package_with_the_same_file_name_is_no_seed(sample: Sample, function: str, seeded: bool) -> None:
    sample.write({"apps/web/lib/router.ex": "defmodule Web.Router do\n  def call(x), do: x\n\n  defmodule Inner do\n    def go(n), do: n\n  end\nend\n"})
    text = f"** (RuntimeError) boom\n    (some_package 1.0.0) lib/router.ex:2: {function}\n"
    seeds = sample.ck("slice", "--json", stdin=text).document()["seeds"]
    assert [(s["path"], s["line"]) for s in seeds] == ([("apps/web/lib/router.ex", 2)] if seeded else [])


def test_a_project_that_is_a_known_library_is_its_own_code(sample: Sample) -> None:
    text = "** (RuntimeError) boom\n    (plug 1.19.0) lib/plug/parsers.ex:2: Plug.Parsers.call/1\n    (plug 1.19.0) lib/plug/conn.ex:9: Plug.Conn.send_resp/1\n"
    sample.write({"lib/plug/parsers.ex": "defmodule Plug.Parsers do\n  def call(x), do: x\nend\n", "lib/plug/conn.ex": "defmodule Own.Conn do\n  def call(x), do: x\nend\n"})
    seeds = sample.ck("slice", "--json", stdin=text).document()["seeds"]
    assert [(s["path"], s["line"]) for s in seeds] == [("lib/plug/parsers.ex", 2)]
