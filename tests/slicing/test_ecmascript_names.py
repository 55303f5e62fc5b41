"""JavaScript and TypeScript: what a specifier means decides what a name means."""

import json

import pytest

from kernel.slicing.roles import is_test
from slicing.language_files import Written, definition, extents
from slicing.sample_repository import Sample, shown

CART = """\
import Basket, { Item as Thing, type Price } from './basket.js';
import * as money from '../money/index.js';

/**
 * A cart.
 */
@Injectable()
export class Cart extends Basket {
  private store: Store;
  handlers = { add() { return 1; } };

  constructor(private readonly log: Log, store: Store) {
    super();
    this.store = store;
  }

  // Sum of all.
  get total(): Money {
    return this.helper(money.zero());
  }

  static async of<T>(items: T[]): Promise<Cart> {
    return new Cart(new Log(), new Store());
  }

  private helper(sum: Money): Money {
    sum.plus(1);
    this.store.saveEverything(sum);
    this.log.write('x');
    this.inherited();
    Cart.of([]);
    const thing = new Thing();
    thing.rename('y');
    rounded(2);
    return sum;
  }

  onClick = () => this.total;
}

export const rounded = (n: number) => quiet(n);
function quiet(n: number) { return n; }
export default function () { return quiet(1); }
export interface Priced { price(): Price; }
enum Color { Red }
"""
SHOP = {
    "src/cart/cart.ts": CART.replace("import * as money", "import { Store } from '../store';\nimport { Log } from '../log.js';\nimport { Money } from '../money/money';\nimport * as money"),
    "src/cart/basket.ts": "export default class Basket {\n  inherited() { return 1; }\n}\nexport class Item {\n  rename(name: string) { }\n}\nexport type Price = number;\n",
    "src/money/index.ts": "export * from './money';\nexport { zero } from './zero';\n",
    "src/money/money.ts": "export class Money {\n  plus(n: number) { }\n}\n",
    "src/money/zero.ts": "import { Money } from './money';\nexport function zero(): Money { return new Money(); }\n",
    "src/store/index.ts": "export class Store {\n  saveEverything(o: object) { }\n}\n",
    "src/log.ts": "export class Log {\n  write(s: string) { }\n}\n",
    "src/other.ts": "export class Store {\n  saveEverything(o: object) { }\n}\nexport function rounded() { }\nexport class Log { write() { } }\n",
}  # fmt: skip


def test_typescript_definitions_with_their_comments_and_decorators() -> None:
    assert extents("cart.ts", CART) == {
        "Cart": ("class", 4, 39),
        "Cart.add": ("function", 10, 10),
        "Cart.constructor": ("function", 12, 15),
        "Cart.total": ("function", 17, 20),
        "Cart.of": ("function", 22, 24),
        "Cart.helper": ("function", 26, 36),
        "Cart.onClick": ("function", 38, 38),
        "rounded": ("function", 41, 41),
        "quiet": ("function", 42, 42),
        "default": ("function", 43, 43),
        "Priced": ("class", 44, 44),
        "Color": ("class", 45, 45),
    }


def test_calls_lead_where_the_compiler_would_lead_them() -> None:
    written = Written(SHOP)
    assert written.calls("src/cart/cart.ts::Cart.helper") == {
        "sum.plus": "src/money/money.ts::Money.plus",
        "self.store.saveEverything": "src/store/index.ts::Store.saveEverything",
        "self.log.write": "src/log.ts::Log.write",
        "self.inherited": "src/cart/basket.ts::Basket.inherited",
        "Cart.of": "src/cart/cart.ts::Cart.of",
        "Thing": "src/cart/basket.ts::Item",
        "thing.rename": "src/cart/basket.ts::Item.rename",
        "rounded": "src/cart/cart.ts::rounded",
    }
    assert written.meaning("src/cart/cart.ts::Cart.total", "self.helper") == "src/cart/cart.ts::Cart.helper"
    assert written.meaning("src/cart/cart.ts::Cart.total", "money.zero") == "src/money/zero.ts::zero"
    assert written.meaning("src/cart/cart.ts::Cart.onClick", "self.total") == "src/cart/cart.ts::Cart.total"


USER = "import {{ target }} from '{}';\nexport function use() {{ return target(); }}\n"
TARGET = "export function target() { return 1; }\n"


def where(spec: str, files: dict[str, str], user: str = "app/src/user.ts") -> str | None:
    """The file of what ``target`` means in a user file that imports it by a specifier."""
    found = Written({**files, user: USER.format(spec)}).meaning(f"{user}::use", "target")
    assert found is None or found.endswith("::target")
    return found and found.removesuffix("::target")


@pytest.mark.parametrize(
    ("spec", "file", "user"),
    [
        ("./b.js", "app/src/b.ts", "app/src/user.ts"),
        ("./b.js", "app/src/b.tsx", "app/src/user.ts"),
        ("./b.jsx", "app/src/b.tsx", "app/src/user.tsx"),
        ("./b.mjs", "app/src/b.mts", "app/src/user.mts"),
        ("./b.cjs", "app/src/b.cts", "app/src/user.ts"),
        ("./b", "app/src/b.ts", "app/src/user.ts"),
        ("./b.service", "app/src/b.service.ts", "app/src/user.ts"),
        ("./b", "app/src/b/index.ts", "app/src/user.ts"),
        ("./b/", "app/src/b/index.ts", "app/src/user.ts"),
        ("./b/index.js", "app/src/b/index.ts", "app/src/user.ts"),
        ("..", "app/index.js", "app/src/user.js"),
        (".", "app/src/index.tsx", "app/src/user.ts"),
        ("../lib/b.ts", "app/lib/b.ts", "app/src/user.ts"),
        ("./b.js?worker", "app/src/b.ts", "app/src/user.ts"),
        ("./b.js", "app/src/b.js", "app/src/user.mjs"),
        ("./B.vue", "app/src/B.vue", "app/src/user.ts"),
    ],
)
def test_relative_specifiers(spec: str, file: str, user: str) -> None:
    text = f"<script setup lang=\"ts\">\n{TARGET}</script>\n<template><p>function target() {{ }}</p></template>\n" if file.endswith(".vue") else TARGET
    assert where(spec, {file: text, "app/other/b.ts": TARGET}, user) == file


@pytest.mark.parametrize("spec", ["./missing", "../../../outside", "react", "node:fs", "@scope/none", "./b.css", "b", "src/b", ""])
def test_what_is_not_of_the_repository_means_nothing_in_it(spec: str) -> None:
    assert where(spec, {"app/src/b.ts": TARGET, "outside.ts": TARGET, "app/src/b.css": "p {}", "react.js": TARGET, "lib/react.ts": TARGET}) is None


@pytest.mark.parametrize(("user", "file"), [("app/user.ts", "app/foo.ts"), ("app/user.js", "app/foo.js"), ("app/user.mjs", "app/foo.js"), ("app/User.vue", "app/foo.ts")])
def test_of_two_languages_beside_each_other_the_importers_own_is_meant(user: str, file: str) -> None:
    text = USER.format("./foo")
    text = f"<script>\n{text}</script>\n" if user.endswith(".vue") else text
    assert Written({"app/foo.js": TARGET, "app/foo.ts": TARGET, user: text}).meaning(f"{user}::use", "target") == f"{file}::target"


CONFIG = '{\n  // for editors\n  "compilerOptions": {\n    "baseUrl": ".", /* here */\n    "paths": { "@/*": ["src/*"], "~lib": ["lib/main.ts"], "@*/deep": ["deep/*"], },\n  },\n}\n'


@pytest.mark.parametrize(
    ("spec", "file"),
    [("@/b", "app/src/b.ts"), ("@/b.js", "app/src/b.ts"), ("~lib", "app/lib/main.ts"), ("src/b", "app/src/b.ts"), ("@x/deep", "app/deep/x.ts"), ("@/none", None)],
)
def test_paths_of_a_configuration(spec: str, file: str | None) -> None:
    files = {"app/tsconfig.json": CONFIG, "app/src/b.ts": TARGET, "app/lib/main.ts": TARGET, "app/deep/x.ts": TARGET, "src/b.ts": TARGET}
    assert where(spec, files) == file


def test_the_most_telling_pattern_of_a_configuration_is_meant() -> None:
    paths = {"@/*": ["src/*"], "@/ui/*": ["packages/ui/*"], "*": ["typings/*"]}
    files = {"tsconfig.json": json.dumps({"compilerOptions": {"paths": paths}}), "src/ui/b.ts": TARGET, "packages/ui/b.ts": TARGET, "typings/@/ui/b.ts": TARGET}
    assert where("@/ui/b", files) == "packages/ui/b.ts"


@pytest.mark.parametrize(
    ("configs", "found"),
    [
        ({"app/tsconfig.json": {"extends": "../tsconfig.base.json"}, "tsconfig.base.json": {"compilerOptions": {"paths": {"@/*": ["./app/src/*"]}}}}, True),
        ({"app/tsconfig.json": {"extends": "../configs/base"}, "configs/base.json": {"compilerOptions": {"baseUrl": "../app", "paths": {"@/*": ["src/*"]}}}}, True),
        ({"app/tsconfig.json": {"extends": ["../a.json", "../b.json"]}, "a.json": {}, "b.json": {"compilerOptions": {"paths": {"@/*": ["app/src/*"]}}}}, True),
        ({"app/tsconfig.json": {"extends": "@acme/config/base.json"}, "tools/config/package.json": {"name": "@acme/config"}, "tools/config/base.json": {"compilerOptions": {"paths": {"@/*": ["../../app/src/*"]}}}}, True),
        ({"app/tsconfig.json": {"files": [], "references": [{"path": "./tsconfig.app.json"}]}, "app/tsconfig.app.json": {"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}}, True),
        ({"app/jsconfig.json": {"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}}, True),
        ({"tsconfig.json": {"compilerOptions": {"paths": {"@/*": ["./app/src/*"]}}}}, True),
        ({"app/tsconfig.json": {"extends": "./tsconfig.json"}}, False),
        ({"app/tsconfig.json": {"extends": "./a.json"}, "app/a.json": {"extends": "./tsconfig.json"}}, False),
        ({"app/tsconfig.json": {"extends": 7, "compilerOptions": []}}, False),
        ({"app/tsconfig.json": {"compilerOptions": {"baseUrl": 3, "paths": {"@/*": [None, 3, "../../outside/*"]}}}}, False),
        ({"app/tsconfig.json": [1]}, False),
    ],
)  # fmt: skip
def test_configurations_that_extend_and_refer(configs: dict[str, object], found: bool) -> None:
    files = {path: json.dumps(config) for path, config in configs.items()}
    assert where("@/b", {**files, "app/src/b.ts": TARGET}) == ("app/src/b.ts" if found else None)


@pytest.mark.parametrize(
    ("spec", "package", "file"),
    [
        ("@acme/lib", {"main": "dist/index.js"}, "packages/lib/src/index.ts"),
        ("@acme/lib", {"main": "lib/main.js", "source": "src/entry.ts"}, "packages/lib/src/entry.ts"),
        ("@acme/lib", {}, "packages/lib/index.js"),
        ("@acme/lib", {"exports": "./src/entry.ts"}, "packages/lib/src/entry.ts"),
        ("@acme/lib", {"exports": {"import": "./dist/entry.mjs", "require": "./dist/entry.cjs"}}, "packages/lib/src/entry.ts"),
        ("@acme/lib", {"exports": {".": {"types": "./dist/entry.d.ts", "default": "./dist/entry.js"}}}, "packages/lib/src/entry.ts"),
        ("@acme/lib/tools", {"exports": {".": "./src/entry.ts", "./tools": "./src/deep/tools.ts"}}, "packages/lib/src/deep/tools.ts"),
        ("@acme/lib/deep/tools", {"exports": {"./*": "./src/*.ts"}}, "packages/lib/src/deep/tools.ts"),
        ("@acme/lib/src/entry", {}, "packages/lib/src/entry.ts"),
        ("@acme/lib/hidden", {"exports": {".": "./src/entry.ts"}}, "packages/lib/hidden.ts"),
        ("@acme/lib/deep/tools", {"exports": {".": "./src/entry.ts"}}, None),
        ("@acme/other", {"main": "src/entry.ts"}, None),
        ("@acme/lib", {"exports": 5, "main": ["x"], "module": None}, "packages/lib/index.js"),
    ],
)
def test_packages_of_a_workspace(spec: str, package: dict[str, object], file: str | None) -> None:
    places = ["index.js", "src/entry.ts", "src/deep/tools.ts", "src/hidden.ts", "hidden.ts"]
    places += ["src/index.ts"] if package == {"main": "dist/index.js"} else []
    files = {f"packages/lib/{place}": TARGET for place in places}
    assert where(spec, {**files, "packages/lib/package.json": json.dumps({"name": "@acme/lib", **package})}) == file


def test_a_package_may_name_itself_and_what_is_private_to_it() -> None:
    package = {"name": "lib", "exports": {".": "./src/main.js"}, "imports": {"#tools": "./src/tools.js", "#deep/*": "./src/deep/*.js", "#dep": {"node": "./src/node.js", "default": "dep"}}}
    files = {"lib/package.json": json.dumps(package), **{f"lib/src/{p}.js": TARGET for p in ("main", "tools", "deep/x", "node")}}
    for spec, file in {"lib": "main", "#tools": "tools", "#deep/x": "deep/x", "#dep": "node"}.items():
        assert where(spec, files, "lib/test/user.js") == f"lib/src/{file}.js"
    assert where("#tools", files, "elsewhere/user.js") is None
    nested = {**files, "lib/inner/package.json": json.dumps({"name": "inner", "imports": {"#tools": "./own.js"}}), "lib/inner/own.js": TARGET}
    assert where("#tools", nested, "lib/inner/user.js") == "lib/inner/own.js"


COMMON = """\
const whole = require('./whole');
const { picked, renamed: mine } = require('./parts');
const one = require('./parts').picked;
const fs = require('fs');
let later;

function use() {
  whole(); whole.extra(); picked(); mine(); one();
  fs.readFileSync('x');
  const { lazy } = require('./lazy');
  lazy();
  nested.deep.go();
}
exports.first = function () { return use(); };
exports.second = () => 1;
module.exports.third = use;
"""


def test_requires_and_exports_of_common_modules() -> None:
    files = {
        "a/main.js": COMMON,
        "a/whole.js": "function whole() { }\nwhole.extra = function () { };\nmodule.exports = whole;\n",
        "a/parts.js": "function picked() { }\nmodule.exports = { picked, renamed };\nfunction renamed() { }\n",
        "a/lazy.js": "module.exports.lazy = () => 2;\n",
        "a/fs.js": "exports.readFileSync = function () { };\n",
        "a/user.js": "const main = require('./main');\nconst { third } = main;\nfunction go() { main.first(); main.second(); main.third(); }\n",
    }
    written = Written(files)
    assert written.calls("a/main.js::use") == {
        "whole": "a/whole.js::whole",
        "whole.extra": "a/whole.js::whole.extra",
        "picked": "a/parts.js::picked",
        "mine": "a/parts.js::renamed",
        "one": "a/parts.js::picked",
        "fs.readFileSync": None,
        "lazy": "a/lazy.js::lazy",
        "require": None,
        "nested.deep.go": None,
    }
    assert written.calls("a/user.js::go") == {"main.first": "a/main.js::first", "main.second": "a/main.js::second", "main.third": "a/main.js::use"}


def test_names_that_files_give_on() -> None:
    files = {
        "index.ts": "export { target as renamed, default as Made } from './deep/a';\nexport * from './deep/b';\nexport * as tools from './deep/c';\nimport { c } from './deep/c';\nexport { c as d };\nimport Plain from './deep/a';\nexport { Plain };\n",
        "deep/a.ts": "export function target() { }\nexport default class Thing { go() { } }\n",
        "deep/b.ts": "function hidden() { }\nexport { hidden as shown };\nexport function open() { }\n",
        "deep/c.ts": "export const c = () => 1;\n",
        "user.ts": "import { renamed, Made, shown, open, tools, d, Plain } from '.';\nfunction use(made: Made) {\n  renamed(); shown(); open(); tools.c(); d(); made.go(); new Plain().go();\n}\n",
    }
    assert Written(files).calls("user.ts::use") == {
        "renamed": "deep/a.ts::target",
        "shown": "deep/b.ts::hidden",
        "open": "deep/b.ts::open",
        "tools.c": "deep/c.ts::c",
        "d": "deep/c.ts::c",
        "made.go": "deep/a.ts::Thing.go",
        "Plain": "deep/a.ts::Thing",
        "Plain().go": "deep/a.ts::Thing.go",
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("export default function made() { }\n", "made"),
        ("export default class Made { }\n", "Made"),
        ("function made() { }\nexport default made;\n", "made"),
        ("function made() { }\nexport { made as default };\n", "made"),
        ("export default () => 1;\n", "default"),
        ("export default async function () { }\n", "default"),
        ("export default class { go() { } }\n", "default"),
        ("const made = () => 1;\nexport default made;\n", "made"),
        ("module.exports = function made() { };\n", "made"),
        ("exports = module.exports = function made() { };\n", "made"),
        ("module.exports = class Made { };\n", "Made"),
        ("module.exports = function () { };\n", "default"),
        ("module.exports = () => 2;\n", "default"),
        ("class Made { }\nmodule.exports = Made;\n", "Made"),
    ],
)
def test_what_a_file_exports_as_the_one_thing_it_is(text: str, name: str) -> None:
    files = {"m.js": text, "user.js": "import own from './m.js';\nexport function use() { own(); }\n"}
    assert Written(files).calls("user.js::use") == {"own": f"m.js::{name}"}


@pytest.mark.parametrize("ending", [".vue", ".svelte"])
def test_scripts_of_components_keep_their_lines(ending: str) -> None:
    text = "<template>\n  <a @click=\"go\">{{ shown }}</a>\n</template>\n\n<script lang=\"ts\">\nexport const title = 'x';\n</script>\n\n<script setup>\nimport { rounded } from './round';\nfunction go() {\n  return rounded(1);\n}\n</script>\n\n<style>\na { color: red }\n</style>\n"
    path = f"src/Cart{ending}"
    assert extents(path, text) == {"go": ("function", 11, 13)}
    assert Written({path: text, "src/round.ts": "export function rounded() { }\n"}).calls(f"{path}::go") == {"rounded": "src/round.ts::rounded"}


def test_components_are_called_by_being_named() -> None:
    files = {
        "App.tsx": "import { Row } from './Row';\nimport * as ui from './ui';\nexport const App = memo(() => {\n  return <div><Row n={1} /><ui.Box>x</ui.Box></div>;\n});\n",
        "Row.jsx": "export function Row() { return null; }\n",
        "ui.ts": "export function Box() { }\n",
    }
    assert {"Row": "Row.jsx::Row", "ui.Box": "ui.ts::Box"}.items() <= Written(files).calls("App.tsx::App").items()


def test_tests_are_named_by_their_titles() -> None:
    text = "describe('Cart', () => {\n  // why\n  it('adds `x`', async () => {\n    total();\n  });\n  test.each([1])('n %i', (n) => {\n    total();\n  });\n});\n"
    assert extents("cart.test.js", text) == {"Cart": ("function", 1, 9)}
    long = text.replace("    total();\n", "    total();\n" * 20)
    assert extents("cart.test.js", long) == {"Cart": ("function", 1, 47), "Cart.adds `x`": ("function", 2, 24), "Cart.n %i": ("function", 25, 46)}


def test_a_method_that_every_value_has_is_nobodys() -> None:
    files = {
        "a.ts": "export class Registry {\n  forEach(f) { }\n  toString() { }\n  registerHandler(x) { }\n}\n",
        "b.ts": "function use(items) {\n  items.forEach(x => x.toString());\n  items.registerHandler(1);\n}\n",
    }
    assert Written(files).calls("b.ts::use") == {"items.forEach": None, "x.toString": None, "items.registerHandler": "a.ts::Registry.registerHandler"}


def test_a_trace_of_node_seeds_and_reaches_across_files(sample: Sample) -> None:
    sample.write({
        "src/cart.js": "const { rounded } = require('./round');\n\nfunction total(items) {\n  if (!items) throw new Error('no items');\n  return rounded(items.length);\n}\nmodule.exports = { total };\n",
        "src/round.js": "exports.rounded = function (n) {\n  return n;\n};\n",
        "lib/loader.js": "function load() { }\n",
    })  # fmt: skip
    text = (
        "/build/shop/src/cart.js:4\n  if (!items) throw new Error('no items');\n                    ^\n\nError: no items\n"
        "    at total (/build/shop/src/cart.js:4:21)\n    at Object.<anonymous> (/build/shop/node_modules/x/lib/loader.js:1:1)\n"
        "    at Module._compile (node:internal/modules/cjs/loader:1376:14)\n    at node:internal/main/run_main_module:28:49\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("src/cart.js", 4)}
    items = shown(sample.slice(text))
    assert items[0] == "src/cart.js::total" and "src/round.js::rounded" in items[:3]


def test_an_error_of_tsc_reaches_the_source_of_a_workspace_package(sample: Sample) -> None:
    sample.write({
        "packages/app/src/main.ts": "import { priced } from '@acme/lib';\n\nexport function main(): number {\n  return priced('x');\n}\n",
        "packages/lib/package.json": '{"name": "@acme/lib", "main": "dist/index.js"}',
        "packages/lib/src/index.ts": "export * from './price.js';\n",
        "packages/lib/src/price.ts": "export function priced(n: number): number {\n  return n;\n}\n",
    })  # fmt: skip
    text = "packages/app/src/main.ts(4,17): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.\n"
    items = shown(sample.slice(text))
    assert items[0] == "packages/app/src/main.ts::main" and "packages/lib/src/price.ts::priced" in items[:3]


@pytest.mark.parametrize(
    ("path", "test"),
    [("src/a.spec.ts", True), ("cypress/x.ts", True), ("a.cy.ts", True), ("src/__tests__/a.js", True), ("src/a.test.mjs", True), ("src/contest.js", False), ("src/spec.ts", False)],
)
def test_tests_are_told_by_their_paths(path: str, test: bool) -> None:
    assert is_test(path) is test


def test_types_of_parameters_and_fields_are_known() -> None:
    found = definition("cart.ts", CART, "Cart.helper")
    assert dict(found.types)["sum"] == "Money" and found.returns == "Money"


def test_functions_that_a_value_was_given_are_its_own() -> None:
    files = {
        "app.js": "var app = exports = module.exports = {};\napp.handle = function handle(x) {\n  this.route();\n  app.route();\n};\napp.route = function () { };\n",
        "cart.js": "function Cart() {\n  this.reset();\n}\nCart.prototype.reset = function () {\n  this.total();\n};\nCart.prototype.total = () => 1;\nCart.of = function () { };\nmodule.exports = Cart;\n",
        "tools.js": "const tools = {\n  sum() { return this.rest(); },\n  rest: () => 1,\n};\nexport default tools;\n",
        "user.js": "const app = require('./app');\nconst Cart = require('./cart');\nconst tools = require('./tools');\nfunction use() {\n  const cart = new Cart();\n  cart.total(); app.handle(); Cart.of(); tools.sum(); new Cart().reset(); tools.missing();\n}\n",
    }
    written = Written(files)
    assert written.calls("app.js::app.handle") == {"self.route": "app.js::app.route", "app.route": "app.js::app.route"}
    assert written.calls("cart.js::Cart.reset") == {"self.total": "cart.js::Cart.total"}
    assert written.calls("cart.js::Cart") == {"self.reset": "cart.js::Cart.reset"}
    assert written.calls("tools.js::tools.sum") == {"self.rest": "tools.js::tools.rest"}
    assert written.calls("user.js::use") == {
        "Cart": "cart.js::Cart",
        "cart.total": "cart.js::Cart.total",
        "app.handle": "app.js::app.handle",
        "Cart.of": "cart.js::Cart.of",
        "tools.sum": "tools.js::tools.sum",
        "Cart().reset": "cart.js::Cart.reset",
        "tools.missing": None,
    }


def test_functions_that_are_assigned_are_found_by_their_names_alone() -> None:
    text = "{}\nfunction use(thing) {{\n  thing.settleEverything(1);\n}}\n"
    for line in (
        "Cart.prototype.settleEverything = function (n) { };",
        "exports.settleEverything = async (n) => n;",
        "cart.settleEverything = n => n;",
        "const cart = { settleEverything: function (n) { } };",
        "const cart = {\n  settleEverything: async (n) => { },\n};",
        "class Cart {\n  settleEverything = (n) => n;\n}",
    ):
        files = {"a.ts": f"{line}\n", "b.ts": text.format("")}
        assert (Written(files).meaning("b.ts::use", "thing.settleEverything") or "").endswith("settleEverything"), line


def test_a_whole_module_is_not_its_function_of_the_same_name() -> None:
    files = {
        "cart.js": "import './effect.js';\nexport function cart() { }\nexport function total() { }\n",
        "effect.js": "export function total() { }\n",
        "user.js": "import * as cart from './cart.js';\nfunction go() {\n  cart.total(); cart.cart();\n}\n",
    }
    assert Written(files).calls("user.js::go") == {"cart.total": "cart.js::total", "cart.cart": "cart.js::cart"}


def test_names_of_a_whole_file_for_what_something_holds() -> None:
    files = {
        "tools.js": "exports.cut = function () { };\nexports.deep = { saw() { } };\nclass Saw {\n  run() { }\n}\nexports.saw = new Saw();\n",
        "user.js": "const tools = require('./tools');\nconst cut = tools.cut;\nconst store = new Store();\nclass Store {\n  save() { }\n}\nfunction go() {\n  cut(); store.save();\n}\n",
    }
    assert Written(files).calls("user.js::go") == {"cut": "tools.js::cut", "store.save": "user.js::Store.save"}
