"""Lua and shell: what is required or sourced decides what a name means."""

import pytest

from kernel.slicing.roles import is_test
from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

CART = """\
local money = require("shop.money")
local Store = require "shop.store"
local rounded = require('shop.tools').rounded
local json = require("cjson")
require "shop.globals"

local M = {}
M.__index = M

local function quiet(n) return n end

--- The total.
-- @param item an item
function M:total(item)
  local sum = money.zero()
  money.deep.plus(sum)
  self:helper()
  M.fresh()
  quiet(1)
  rounded(2)
  cut(3)
  json.encode(4)
  self.store:save_everything(item)
  string.format("x")
  later()
  error("negative total")
end

function M.fresh() end
M.helper = function(self)
  return M.fresh()
end

local T = {
  add = function(a) return T.more(a) end,
  more = function(a) end,
}

return M
"""
FILES = {
    "src/shop/cart.lua": CART,
    "src/shop/money.lua": "#!/usr/bin/env lua\nlocal function zero() return 0 end\nlocal deep = {}\nfunction deep.plus(n) return n end\nreturn { zero = zero, deep = deep }\n",
    "src/shop/store/init.lua": "local Store = {}\nfunction Store:save_everything(o)\n  return o\nend\nreturn Store\n",
    "src/shop/tools.lua": "local tools = {}\ntools.rounded = function(n) return n end\nreturn tools\n",
    "src/shop/globals.lua": "function cut(n) return n end\n",
    "other/cjson.lua": "local M = {}\nfunction M.encode() end\nreturn M\n",
    "other/loose.lua": "function later() end\nfunction quiet() end\n",
}
HERE = "src/shop/cart.lua"


def test_lua_definitions_with_their_comments() -> None:
    assert extents("cart.lua", CART) == {
        "quiet": ("function", 10, 10),
        "M.total": ("function", 12, 27),
        "M.fresh": ("function", 29, 29),
        "M.helper": ("function", 30, 32),
        "T.add": ("function", 35, 35),
        "T.more": ("function", 36, 36),
    }


def test_the_first_text_of_a_lua_file_is_read() -> None:
    for start in ("", "#!/usr/bin/lua\n", "-- x\n"):
        text = f'{start}local a = f("x.y")\nfunction go() return "z" end\n'
        assert extents("a.lua", text) == {"go": ("function", 2 + start.count("\n"), 2 + start.count("\n"))}
    assert extents("a.lua", "#!/usr/bin/lua") == {}


def test_lua_calls_lead_where_the_interpreter_would_lead_them() -> None:
    written = Written(FILES)
    assert written.calls(f"{HERE}::M.total") == {
        "money.zero": "src/shop/money.lua::zero",
        "money.deep.plus": "src/shop/money.lua::deep.plus",
        "self.helper": f"{HERE}::M.helper",
        "M.fresh": f"{HERE}::M.fresh",
        "quiet": f"{HERE}::quiet",
        "rounded": "src/shop/tools.lua::tools.rounded",
        "cut": "src/shop/globals.lua::cut",
        "json.encode": None,
        "self.store.save_everything": "src/shop/store/init.lua::Store.save_everything",
        "string.format": None,
        "later": None,
        "error": None,
    }
    assert written.calls(f"{HERE}::T.add") == {"T.more": f"{HERE}::T.more"}


@pytest.mark.parametrize(
    ("module", "file"),
    [("a.b", "lua/a/b.lua"), ("a/b", "lua/a/b.lua"), ("c", "lua/c/init.lua"), ("beside", "plugin/beside.lua"), ("d", None), ("..outside", None), ("", None)],
)
def test_where_lua_modules_are(module: str, file: str | None) -> None:
    target = "local M = {}\nfunction M.target() end\nreturn M\n"
    files = dict.fromkeys(("lua/a/b.lua", "lua/c/init.lua", "plugin/beside.lua", "deep/other/d.lua", "outside.lua"), target)
    found = Written({**files, "plugin/user.lua": f'local m = require("{module}")\nfunction go() m.target() end\n'}).meaning("plugin/user.lua::go", "m.target")
    assert found == (f"{file}::M.target" if file else None)


def test_a_lua_trace_seeds_its_own_frames_and_reaches_other_files(sample: Sample) -> None:
    sample.write({**FILES, "bin/main.lua": 'local cart = require("shop.cart")\n\ncart:total(1)\n'})
    text = (
        "lua: src/shop/cart.lua:26: negative total\nstack traceback:\n\t[C]: in function 'error'\n\tsrc/shop/cart.lua:26: in method 'total'\n"
        "\t/usr/share/lua/5.4/other/loose.lua:1: in function 'later'\n\tbin/main.lua:3: in main chunk\n\t[C]: in ?\n"
    )
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {(HERE, 26), ("bin/main.lua", 3)}
    items = shown(sample.slice(text))
    assert f"{HERE}::M.total" in items[:2] and {"src/shop/money.lua::zero", "src/shop/tools.lua::tools.rounded"} <= set(items)


DEPLOY = """\
#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "$0")/lib/log.sh"
. ./lib/net.sh
source "${BASH_SOURCE%/*}/../shared/text.sh"
source "$UNKNOWN"
. /etc/profile.sh

# Deploys.
deploy() {
  local host=$1
  log_line "x" | tee out
  if reachable "$host"; then code=$(fetch_page "$host"); fi
  trap cleanup EXIT
  trimmed "$code"
  missing
  echo done
}

function cleanup { rm -f out; }

deploy "$@"
"""
SCRIPTS = {
    "bin/deploy.sh": DEPLOY,
    "bin/lib/log.sh": "log_line() {\n  echo \"$1\"\n}\n",
    "bin/lib/net.sh": ". \"$(dirname \"${BASH_SOURCE[0]}\")/http.sh\"\nreachable() { ping \"$1\"; }\n",
    "bin/lib/http.sh": "fetch_page() { curl \"$1\"; }\n",
    "shared/text.sh": "trimmed() { sed s/x//; }\n",
    "other/log.sh": "log_line() { :; }\nmissing() { :; }\necho() { :; }\n",
    "etc/profile.sh": "missing() { :; }\n",
}


def test_shell_definitions_with_their_comments() -> None:
    assert extents("deploy.sh", DEPLOY) == {"deploy": ("function", 9, 18), "cleanup": ("function", 20, 20)}


def test_shell_calls_lead_to_sourced_functions() -> None:
    written = Written(SCRIPTS)
    found = written.calls("bin/deploy.sh::deploy")
    assert {call: meaning for call, meaning in found.items() if meaning} == {
        "log_line": "bin/lib/log.sh::log_line",
        "reachable": "bin/lib/net.sh::reachable",
        "fetch_page": "bin/lib/http.sh::fetch_page",
        "trimmed": "shared/text.sh::trimmed",
    }
    assert {"missing", "echo", "tee"} <= set(found)
    assert written.meaning("bin/deploy.sh::deploy", "cleanup") == "bin/deploy.sh::cleanup"


def test_an_error_of_a_shell_seeds_its_line(sample: Sample) -> None:
    sample.write(dict(SCRIPTS))
    text = "bin/deploy.sh: line 16: missing: command not found\n"
    document = sample.ck("slice", "--json", stdin=text).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("bin/deploy.sh", 16)}
    items = shown(sample.slice(text))
    assert items[0] == "bin/deploy.sh::deploy" and "bin/lib/log.sh::log_line" in items


@pytest.mark.parametrize(("path", "test"), [("spec/cart_spec.lua", True), ("tests/test_cart.lua", True), ("test/test_x.sh", True), ("lib/latest.sh", False)])
def test_tests_are_told_by_their_paths(path: str, test: bool) -> None:
    assert is_test(path) is test


def test_names_of_a_whole_file_for_what_a_module_holds() -> None:
    files = {
        "pl/utils.lua": "local M = {}\nfunction M.check(a) end\nfunction M.warn_all(a) end\nlocal function hidden() end\nreturn M\n",
        "pl/user.lua": 'local utils = require "pl.utils"\nlocal check, other = utils.check, utils.warn_all\nlocal function go()\n  check(1); other(2); hidden(3)\nend\n',
    }
    assert Written(files).calls("pl/user.lua::go") == {"check": "pl/utils.lua::M.check", "other": "pl/utils.lua::M.warn_all", "hidden": None}


def test_functions_of_the_table_that_a_file_gives() -> None:
    files = {
        "lua/gives.lua": "return {\n  go = function(n) return n end,\n  [1] = function() end,\n}\n",
        "lua/callable.lua": "return setmetatable({\n  run_it = function(n) return n end,\n}, { __call = function() end })\n",
        "lua/quoted.lua": 'local M = {}\nM["said"] = function(n) return n end\nreturn M\n',
        "lua/user.lua": 'local gives = require "gives"\nlocal ok, callable = pcall(require, "callable")\nlocal quoted = require "quoted"\n'
        "function use()\n  gives.go(1)\n  callable.run_it(2)\n  quoted.said(3)\nend\n",
    }
    assert Written(files).calls("lua/user.lua::use") == {
        "gives.go": "lua/gives.lua::go",
        "callable.run_it": "lua/callable.lua::run_it",
        "quoted.said": "lua/quoted.lua::M.said",
    }


def test_shell_names_with_dashes_and_colons() -> None:
    files = {
        "bin/run.sh": ". ./lib.sh\nmain() {\n  log::line x\n  clean-up\n  do_it && kube::util::wait_for 3\n  x=${name::3}\n  own::part\n}\nfunction own::part() { :; }\n",
        "bin/lib.sh": "log::line() {\n  echo\n}\nclean-up() { :; }\nfunction kube::util::wait_for { :; }\nline() { :; }\n",
    }
    written = Written(files)
    assert extents("bin/lib.sh", files["bin/lib.sh"]) == {
        "log.line": ("function", 1, 3),
        "clean-up": ("function", 4, 4),
        "kube.util.wait_for": ("function", 5, 5),
        "line": ("function", 6, 6),
    }
    found = written.calls("bin/run.sh::main")
    assert {call: meaning for call, meaning in found.items() if meaning} == {
        "log.line": "bin/lib.sh::log.line",
        "clean-up": "bin/lib.sh::clean-up",
        "kube.util.wait_for": "bin/lib.sh::kube.util.wait_for",
        "own.part": "bin/run.sh::own.part",
    }
