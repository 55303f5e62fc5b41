"""PHP: namespaces, imports and ``composer.json`` decide what a name means."""

import json

import pytest

from kernel.slicing.roles import is_test
from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

CART = """\
<?php

declare(strict_types=1);

namespace App\\Cart;

use App\\Money\\Amount;
use App\\Store\\{Store, Deep\\Shelf as Board};
use App\\Tools;
use function App\\Text\\clean;
use Vendor\\Ledger;
use RuntimeException;

/**
 * A cart.
 */
#[Entity]
final class Cart extends Basket implements Priced, \\Countable
{
    use Logs;

    private Amount $amount;
    private ?Store $store = null;

    public function __construct(private readonly Audit $audit, Store $store)
    {
        parent::__construct();
        $this->store = $store;
    }

    /** The total. */
    #[Pure]
    public function total(Item $item, ?Node $parent = null): Amount
    {
        $sum = Amount::zero();
        $sum->plus(1);
        $this->amount?->minus(2);
        $this->store->saveEverything($item);
        $this->audit->write('x');
        $this->inherited();
        $this->logged();
        self::fresh();
        static::fresh();
        clean('x');
        \\App\\Text\\wipe();
        Tools\\Saw::cut();
        Sub\\Part::fit();
        rounded(2);
        strlen('y');
        $parent->appendNode();
        (new Board())->hang();
        $ledger = new Ledger();
        $ledger->writeEntry(1);
        $this->chain()->plus(3);
        $unknown->settleEverything();
        throw new CartError('negative total');
    }

    private function chain(): ?Amount { return null; }
    public static function fresh(): static { return new static(); }
}
"""
FILES = {
    "composer.json": json.dumps({"autoload": {"psr-4": {"App\\": "src/"}}, "autoload-dev": {"psr-4": {"App\\Tests\\": ["tests/"]}}}),
    "src/Cart/Cart.php": CART,
    "src/Cart/Basket.php": "<?php\nnamespace App\\Cart;\nclass Basket {\n    public function __construct() { }\n    protected function inherited() { }\n}\n",
    "src/Cart/CartError.php": "<?php\nnamespace App\\Cart;\nclass CartError extends \\Exception { }\n",
    "src/Cart/Logs.php": "<?php\nnamespace App\\Cart;\ntrait Logs {\n    private function logged() { }\n}\n",
    "src/Cart/Audit.php": "<?php\nnamespace App\\Cart;\nclass Audit {\n    public function write($s) { }\n}\n",
    "src/Cart/Node.php": "<?php\nnamespace App\\Cart;\nclass Node {\n    public function appendNode() { }\n}\n",
    "src/Cart/Sub/Part.php": "<?php\nnamespace App\\Cart\\Sub;\nclass Part {\n    public static function fit() { }\n}\n",
    "src/Money/Amount.php": "<?php\nnamespace App\\Money;\nclass Amount {\n    public static function zero(): self { return new self(); }\n    public function plus($n) { }\n    public function minus($n) { }\n}\n",
    "src/Store/Store.php": "<?php\nnamespace App\\Store;\ninterface Store {\n    public function saveEverything($o);\n}\n",
    "src/Store/FileStore.php": "<?php\nnamespace App\\Store;\nclass FileStore implements Store {\n    public function saveEverything($o) {\n        return 1;\n    }\n}\n",
    "src/Store/Deep/Shelf.php": "<?php\nnamespace App\\Store\\Deep;\nclass Shelf {\n    public function hang() { }\n}\n",
    "src/Tools/Saw.php": "<?php\nnamespace App\\Tools;\nclass Saw {\n    static function cut() { }\n}\n",
    "src/text.php": "<?php\nnamespace App\\Text;\nfunction clean($s) { return $s; }\nfunction wipe() { }\n",
    "src/rounding.php": "<?php\nfunction rounded($n) { return $n; }\n",
    "other/Cart/Audit.php": "<?php\nnamespace App\\Cart;\nclass Audit {\n    public function write($s) { }\n}\n",
    "other/Ledger.php": "<?php\nnamespace Other;\nclass Ledger {\n    public function writeEntry($n) { }\n    public function settleEverything() { }\n}\nfunction rounded($n) { }\nfunction strlen($s) { }\n",
}
HERE = "src/Cart/Cart.php"


def test_php_definitions_with_their_comments_and_attributes() -> None:
    assert extents("Cart.php", CART) == {
        "Cart": ("class", 14, 61),
        "Cart.__construct": ("function", 25, 29),
        "Cart.total": ("function", 31, 57),
        "Cart.chain": ("function", 59, 59),
        "Cart.fresh": ("function", 60, 60),
    }


def test_php_calls_lead_where_the_interpreter_would_lead_them() -> None:
    assert Written(FILES).calls(f"{HERE}::Cart.total") == {
        "Amount.zero": "src/Money/Amount.php::Amount.zero",
        "sum.plus": "src/Money/Amount.php::Amount.plus",
        "self.amount.minus": "src/Money/Amount.php::Amount.minus",
        "self.store.saveEverything": "src/Store/FileStore.php::FileStore.saveEverything",
        "self.audit.write": "src/Cart/Audit.php::Audit.write",
        "self.inherited": "src/Cart/Basket.php::Basket.inherited",
        "self.logged": "src/Cart/Logs.php::Logs.logged",
        "self.fresh": f"{HERE}::Cart.fresh",
        "clean": "src/text.php::clean",
        "App.Text.wipe": "src/text.php::wipe",
        "Tools.Saw.cut": "src/Tools/Saw.php::Saw.cut",
        "Sub.Part.fit": "src/Cart/Sub/Part.php::Part.fit",
        "rounded": "src/rounding.php::rounded",
        "strlen": None,
        "parent.appendNode": "src/Cart/Node.php::Node.appendNode",
        "Board": "src/Store/Deep/Shelf.php::Shelf",
        "Board().hang": "src/Store/Deep/Shelf.php::Shelf.hang",
        "Ledger": None,
        "ledger.writeEntry": None,
        "self.chain": f"{HERE}::Cart.chain",
        "self.chain().plus": "src/Money/Amount.php::Amount.plus",
        "unknown.settleEverything": "other/Ledger.php::Ledger.settleEverything",
        "CartError": "src/Cart/CartError.php::CartError",
    }
    assert Written(FILES).meaning(f"{HERE}::Cart.__construct", "super().__construct") == "src/Cart/Basket.php::Basket.__construct"


def test_included_files_give_all_their_names() -> None:
    files = {
        "index.php": "<?php\nrequire_once __DIR__ . '/lib/tools.php';\nrequire 'lib/more.php';\nfunction go() {\n    cut(); glue(); paint();\n}\n",
        "lib/tools.php": "<?php\nfunction cut() { }\n",
        "lib/more.php": "<?php\ninclude 'colours.php';\nfunction glue() { }\n",
        "lib/colours.php": "<?php\nfunction paint() { }\n",
    }
    assert Written(files).calls("index.php::go") == {"cut": "lib/tools.php::cut", "glue": "lib/more.php::glue", "paint": "lib/colours.php::paint"}


@pytest.mark.parametrize("config", ["", "[]", '{"autoload": 1}', '{"autoload": {"psr-4": []}}', '{"autoload": {"psr-4": {"App\\\\": [1, null, "../../x"]}}}', "{" * 5000])
def test_an_odd_composer_file_harms_nothing(config: str) -> None:
    files = {**FILES, "composer.json": config}
    assert Written(files).meaning(f"{HERE}::Cart.total", "Amount.zero") == "src/Money/Amount.php::Amount.zero"


def test_a_php_trace_seeds_its_own_frames_and_reaches_other_files(sample: Sample) -> None:
    sample.write({**FILES, "src/shop.php": "<?php\n\nfunction shop() {\n    (new App\\Cart\\Cart())->total();\n}\n", "Handler.php": "<?php\nfunction x() { }\n"})
    text = (
        "PHP Fatal error:  Uncaught App\\Cart\\CartError: negative total in /srv/app/src/Cart/Cart.php:56\nStack trace:\n"
        "#0 /srv/app/src/shop.php(4): App\\Cart\\Cart->total()\n#1 /srv/app/vendor/slim/slim/Handler.php(2): shop()\n#2 {main}\n  thrown in /srv/app/src/Cart/Cart.php on line 56\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("src/Cart/Cart.php", 56), ("src/shop.php", 4)}
    items = shown(sample.slice(text))
    assert f"{HERE}::Cart.total" in items[:2] and {"src/Money/Amount.php::Amount.plus", "src/Store/FileStore.php::FileStore.saveEverything"} <= set(items)


def test_a_failure_of_phpunit_reaches_the_tested_class(sample: Sample) -> None:
    test = "<?php\nnamespace App\\Tests;\nuse App\\Cart\\Cart;\nclass CartTest extends TestCase\n{\n    public function testTotal(): void\n    {\n        $cart = new Cart();\n        $this->assertSame(2, $cart->total());\n    }\n}\n"
    sample.write({**FILES, "tests/CartTest.php": test})
    text = (
        "PHPUnit 10.5.1 by Sebastian Bergmann and contributors.\n\nF                   1 / 1 (100%)\n\nTime: 00:00.010, Memory: 8.00 MB\n\nThere was 1 failure:\n\n"
        "1) App\\Tests\\CartTest::testTotal\nFailed asserting that 3 is identical to 2.\n\n/srv/app/tests/CartTest.php:9\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("tests/CartTest.php", 9)}
    assert f"{HERE}::Cart.total" in shown(sample.slice(text))[:3]


@pytest.mark.parametrize(("path", "test"), [("tests/Cart.php", True), ("src/CartTest.php", True), ("src/Latest.php", False), ("src/Contest.php", False)])
def test_php_tests_are_told_by_their_paths(path: str, test: bool) -> None:
    assert is_test(path) is test
