"""Ruby: modules around a name, loading by name, and what is required decide what a name means."""

import pytest

from kernel.slicing.roles import is_test
from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

CART = """\
# frozen_string_literal: true

require "json"
require "shop/text"
require_relative "../tools/saw"

module Shop
  # A cart.
  class Cart < Basket::Base
    include Logs

    attr_accessor :items, :store

    def initialize(store)
      super()
      @store = Store.new(store)
      @amount = Money::Amount.new(0)
    end

    # The total.
    # @return [Amount]
    def total(item, extra: 1)
      sum = Money::Amount.new(1)
      sum.plus 1
      @amount.minus(2)
      store.save_everything(item)
      helper
      logged "x"
      self.class.fresh
      cut(3)
      inherited!
      Text.clean("y")
      ::Shop::Text.wipe
      items.each { |i| i.each_with_index }
      thing.settle_everything
      Gem::Version.correct_all?(1)
      JSON.parse_everything("z")
      raise CartError, "negative total"
    end

    def self.fresh; end

    class << self
      def made
        fresh
      end
    end

    Line = Struct.new(:n) do
      def label = n
    end

    private

    def helper = Text.clean("z")

    def ==(other) = true
  end
end
"""
FILES = {
    "lib/shop/cart.rb": CART,
    "lib/shop/basket/base.rb": "module Shop\n  module Basket\n    class Base\n      def inherited!\n      end\n    end\n  end\nend\n",
    "lib/shop/logs.rb": "module Shop::Logs\n  def logged(s)\n  end\nend\n",
    "lib/shop/cart_error.rb": "module Shop\n  class CartError < StandardError; end\nend\n",
    "lib/shop/money/amount.rb": "class Shop::Money::Amount\n  def self.zero\n    new(0)\n  end\n  def plus(n)\n  end\n  def minus(n)\n  end\nend\n",
    "lib/shop/money.rb": "module Shop\n  module Money\n  end\nend\n",
    "lib/shop/store.rb": "module Shop\n  class Store\n    def initialize(n)\n    end\n  end\nend\n",
    "lib/shop/store/saving.rb": "module Shop\n  class Store\n    def save_everything(o)\n    end\n  end\nend\n",
    "lib/shop/text.rb": "module Shop\n  module Text\n    def self.clean(s)\n    end\n    module_function\n    def wipe\n    end\n  end\nend\n",
    "lib/tools/saw.rb": "def cut(n)\n  n\nend\n",
    "lib/other/text.rb": "module Other\n  module Text\n    def self.clean(s)\n    end\n  end\n  class JSON\n    def self.parse_all(s)\n    end\n    def settle_everything\n    end\n    def correct_all?(n)\n    end\n  end\nend\ndef logged(s)\nend\n",
}
HERE = "lib/shop/cart.rb"


def test_ruby_definitions_with_their_comments() -> None:
    assert extents("cart.rb", CART) == {
        "Shop": ("class", 7, 59),
        "Shop.Cart": ("class", 8, 58),
        "Shop.Cart.initialize": ("function", 14, 18),
        "Shop.Cart.total": ("function", 20, 39),
        "Shop.Cart.fresh": ("function", 41, 41),
        "Shop.Cart.made": ("function", 44, 46),
        "Shop.Cart.Line": ("class", 49, 51),
        "Shop.Cart.Line.label": ("function", 50, 50),
        "Shop.Cart.helper": ("function", 55, 55),
        "Shop.Cart.==": ("function", 57, 57),
    }


def test_ruby_calls_lead_where_the_interpreter_would_lead_them() -> None:
    written = Written(FILES)
    calls = written.calls(f"{HERE}::Shop.Cart.total")
    assert {call: meaning for call, meaning in calls.items() if call not in ("items.each", "i.each_with_index", "raise", "self.class")} == {
        "Money.Amount.new": "lib/shop/money/amount.rb::Shop.Money.Amount",
        "sum.plus": "lib/shop/money/amount.rb::Shop.Money.Amount.plus",
        "self.amount.minus": "lib/shop/money/amount.rb::Shop.Money.Amount.minus",
        "store.save_everything": "lib/shop/store/saving.rb::Shop.Store.save_everything",
        "logged": "lib/shop/logs.rb::Shop.Logs.logged",
        "self.fresh": f"{HERE}::Shop.Cart.fresh",
        "cut": "lib/tools/saw.rb::cut",
        "inherited!": "lib/shop/basket/base.rb::Shop.Basket.Base.inherited!",
        "Text.clean": "lib/shop/text.rb::Shop.Text.clean",
        "Shop.Text.wipe": "lib/shop/text.rb::Shop.Text.wipe",
        "thing.settle_everything": "lib/other/text.rb::Other.JSON.settle_everything",
        "Gem.Version.correct_all?": None,
        "JSON.parse_everything": None,
    }
    assert calls["items.each"] is None and calls["i.each_with_index"] is None
    meaning = written.meaning
    assert meaning(f"{HERE}::Shop.Cart.total", "helper") == f"{HERE}::Shop.Cart.helper"
    assert meaning(f"{HERE}::Shop.Cart.total", "CartError") == "lib/shop/cart_error.rb::Shop.CartError"
    assert meaning(f"{HERE}::Shop.Cart.made", "fresh") == f"{HERE}::Shop.Cart.fresh"


TARGET = "def target\nend\n"


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ('require "part"', "lib/part.rb"),
        ('require "deep/part"', "lib/deep/part.rb"),
        ('require_relative "part"', "app/part.rb"),
        ('require_relative "../lib/deep/part.rb"', "lib/deep/part.rb"),
        ('require "./part"', "app/part.rb"),
        ('load "part.rb"', "lib/part.rb"),
        ('require "set"', None),
        ('require_relative "../../outside"', None),
        ("require name", None),
    ],
)
def test_what_is_required(line: str, file: str | None) -> None:
    files = {"app/user.rb": f"{line}\ndef go\n  target(1)\nend\n", "outside.rb": TARGET, "src/set.rb": TARGET}
    files.update(dict.fromkeys(("lib/part.rb", "lib/deep/part.rb", "app/part.rb"), TARGET))
    found = Written(files).meaning("app/user.rb::go", "target")
    assert found == (f"{file}::target" if file else None)


def test_rails_loads_by_name() -> None:
    files = {
        "app/controllers/api/v1/carts_controller.rb": "class Api::V1::CartsController < ApplicationController\n  def show\n    cart = Cart.find(1)\n    cart.total_up!\n    HTTPClient.fetch_all\n    Billing::Invoice.build(cart)\n    current_user\n  end\nend\n",
        "app/controllers/application_controller.rb": "class ApplicationController\n  def current_user\n  end\nend\n",
        "app/models/cart.rb": "class Cart < ApplicationRecord\n  scope :open, -> { where(open: true) }\n  def total_up!\n  end\nend\n",
        "app/services/billing/invoice.rb": "module Billing\n  class Invoice\n    def self.build(c)\n    end\n  end\nend\n",
        "app/lib/http_client.rb": "class HTTPClient\n  def self.fetch_all\n  end\nend\n",
        "engines/other/app/models/cart.rb": "class Cart\n  def total_up!\n  end\nend\n",
    }
    place = "app/controllers/api/v1/carts_controller.rb::Api.V1.CartsController.show"
    assert Written(files).calls(place) == {
        "Cart.find": None,
        "cart.total_up!": "app/models/cart.rb::Cart.total_up!",
        "HTTPClient.fetch_all": "app/lib/http_client.rb::HTTPClient.fetch_all",
        "Billing.Invoice.build": "app/services/billing/invoice.rb::Billing.Invoice.build",
    }
    assert Written(files).meaning(place, "current_user") == "app/controllers/application_controller.rb::ApplicationController.current_user"
    assert extents("cart.rb", files["app/models/cart.rb"])["Cart.open"] == ("function", 2, 2)


def test_tests_of_rspec_are_named_by_their_titles() -> None:
    body = "    expect(total).to eq 2\n" * 20
    text = f"RSpec.describe Shop::Cart do\n  # why\n  it \"adds 'x'\" do\n{body}  end\n\n  context 'empty' do\n    it {{ is_expected.to be }}\n    it 'is nil' do\n{body}    end\n  end\nend\n"
    found = extents("spec/cart_spec.rb", text)
    assert {name: where[1:] for name, where in found.items()} == {"Shop::Cart": (1, 51), "Shop::Cart.adds 'x'": (2, 24), "Shop::Cart.empty": (26, 50)}


def test_a_ruby_trace_seeds_its_own_frames_and_reaches_other_files(sample: Sample) -> None:
    sample.write({**FILES, "bin/run.rb": "require 'shop/cart'\n\nShop::Cart.new(1).total(2)\n", "set.rb": "def each\nend\n"})
    text = (
        "/srv/app/lib/shop/cart.rb:38:in `total': negative total (Shop::CartError)\n\tfrom /usr/lib/ruby/3.1.0/set.rb:1:in `each'\n"
        "\tfrom /srv/app/vendor/bundle/ruby/3.1.0/gems/x-1.0/lib/other/text.rb:3:in `clean'\n\tfrom /srv/app/bin/run.rb:3:in `<main>'\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {(HERE, 38), ("bin/run.rb", 3)}
    items = shown(sample.slice(text))
    assert items[0] == f"{HERE}::Shop.Cart.total"
    assert {"lib/shop/money/amount.rb::Shop.Money.Amount.plus", "lib/shop/store/saving.rb::Shop.Store.save_everything"} <= set(items)


def test_a_failure_of_rspec_reaches_the_tested_class(sample: Sample) -> None:
    spec = 'require "shop/cart"\n\nRSpec.describe Shop::Cart do\n  subject(:cart) { Shop::Cart.new(1) }\n\n  describe "#total" do\n    it "sums up" do\n      cart = Shop::Cart.new(1)\n      expect(cart.total(1)).to eq 2\n    end\n  end\nend\n'
    sample.write({**FILES, "spec/shop/cart_spec.rb": spec})
    text = (
        "Failures:\n\n  1) Shop::Cart#total sums up\n     Failure/Error: expect(cart.total(1)).to eq 2\n\n       expected: 2\n            got: 3\n\n       (compared using ==)\n"
        "     # ./spec/shop/cart_spec.rb:9:in `block (3 levels) in <top (required)>'\n\nFinished in 0.01 seconds\n1 example, 1 failure\n\nFailed examples:\n\nrspec ./spec/shop/cart_spec.rb:7 # Shop::Cart#total sums up\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {s["path"] for s in document["seeds"]} == {"spec/shop/cart_spec.rb"}
    assert f"{HERE}::Shop.Cart.total" in shown(sample.slice(text))[:3]


@pytest.mark.parametrize(("path", "test"), [("spec/user_spec.rb", True), ("test/user_test.rb", True), ("test/test_user.rb", True), ("lib/spec.rb", False), ("app/latest.rb", False)])
def test_ruby_tests_are_told_by_their_paths(path: str, test: bool) -> None:
    assert is_test(path) is test
