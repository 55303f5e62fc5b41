"""C and C++: a declaration leads to its body, static functions stay in their file, includes decide."""

import json

from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

RENDER = """\
#include "render.h"
#include "shapes/point.h"
#include <stdio.h>

#define TWICE(x) ((x) * 2)

static int helper(int n);

/* Draws.
 * Twice. */
int
render(struct point *p, int n)
{
    printf("%d", n);
    return helper(TWICE(n)) + area(p) + p->scale(2);
}

static int helper(int n)
{
    return n + LIMIT + clamp(n);
}

static const struct ops table = {
    .draw = render,
    .clean = helper,
};

char **names_of(int n) { return 0; }
"""
FILES = {
    "src/main.c": '#include "render.h"\n\nint main(int argc, char **argv)\n{\n    helper(1);\n    return render(0, argc);\n}\n',
    "src/render.h": '#ifndef RENDER_H\n#define RENDER_H\n#include "limits/limit.h"\n\nstruct point;\n\n/* Draws. */\nint render(struct point *p, int n);\n\nstatic inline int clamp(int n) { return n; }\n\n#endif\n',
    "src/render.c": RENDER,
    "src/other.c": "static int helper(int n)\n{\n    return -n;\n}\n\nint use(void)\n{\n    return helper(1);\n}\n",
    "include/shapes/point.h": "struct point {\n    int x;\n    int (*scale)(int);\n};\n\nint area(struct point *p);\n",
    "src/limits/limit.h": "#define LIMIT 7\n",
    "lib/geometry.c": '#include "shapes/point.h"\n\nint area(struct point *p)\n{\n    return p->x;\n}\n',
    "tools/printf.c": "int printf_like(int n)\n{\n    return n;\n}\n",
}


def test_c_definitions() -> None:
    assert extents("render.c", RENDER) == {
        "TWICE": ("function", 5, 5),
        "render": ("function", 9, 16),
        "helper": ("function", 18, 21),
        "table": ("class", 23, 26),
        "names_of": ("function", 28, 28),
    }


def test_c_calls_lead_to_bodies() -> None:
    written = Written(FILES)
    assert written.calls("src/main.c::main") == {"helper": None, "render": "src/render.c::render"}
    assert written.calls("src/other.c::use") == {"helper": "src/other.c::helper"}
    assert written.calls("src/render.c::render") == {
        "printf": None,
        "helper": "src/render.c::helper",
        "TWICE": "src/render.c::TWICE",
        "area": "lib/geometry.c::area",
        "p.scale": None,
    }
    assert written.meaning("src/render.c::helper", "LIMIT") == "src/limits/limit.h::LIMIT"
    assert written.meaning("src/render.c::helper", "clamp") == "src/render.h::clamp"
    assert written.meaning("src/render.c::render", "point") == "include/shapes/point.h::point"


def test_programs_of_one_repository_keep_their_own_functions() -> None:
    usage = "void usage(void)\n{\n    exit(1);\n}\n"
    caller = "int main(void)\n{\n    usage();\n    return 0;\n}\n"
    written = Written({"a/usage.c": usage, "b/usage.c": usage, "a/main.c": caller, "b/main.c": caller, "c/main.c": caller})
    assert written.meaning("a/main.c::main", "usage") == "a/usage.c::usage"
    assert written.meaning("b/main.c::main", "usage") == "b/usage.c::usage"
    assert written.meaning("c/main.c::main", "usage") is None


def test_include_folders_come_from_the_compile_commands() -> None:
    commands = [
        {"directory": "/home/me/src/tool/build", "command": "cc -I../api/one -Wall -c ../main.c", "file": "../main.c"},
        {"directory": "/home/me/src/tool", "arguments": ["cc", "-I", "deps/two", "-c", "x.c"], "file": "x.c"},
        "no entry",
    ]
    files = {
        "main.c": '#include "value.h"\n#include <deep/other.h>\nint main(void) { return VALUE(1) + OTHER; }\n',
        "api/one/value.h": "#define VALUE(x) 1\n",
        "api/old/value.h": "#define VALUE(x) 2\n",
        "deps/two/deep/other.h": "#define OTHER 1\n",
        "deps/old/deep/other.h": "#define OTHER 2\n",
    }
    with_commands = Written({**files, "compile_commands.json": json.dumps(commands)})
    assert with_commands.meaning("main.c::main", "VALUE") == "api/one/value.h::VALUE"
    assert with_commands.meaning("main.c::main", "OTHER") == "deps/two/deep/other.h::OTHER"
    assert Written(files).meaning("main.c::main", "VALUE") is None
    assert Written({**files, "compile_commands.json": '[{"command": 3}, [], nonsense'}).meaning("main.c::main", "VALUE") is None


CART = """\
#include "shop/cart.hpp"
#include "store.hpp"

namespace shop {
namespace {
int quiet(int n) { return n; }
}

// Sums up.
Money Cart::total(const Item& item) const {
  auto sum = this->helper(item);
  Money money(3);
  money.plus(1);
  store_->save(money);
  owned_->save(money);
  auto made = std::make_unique<Money>(4);
  made->plus(2);
  quiet(1);
  util::rounded(2);
  inherited();
  throw CartError("negative");
}

Cart::Cart(int n) : money_(n) { init(); }
Cart::~Cart() { close_all(); }
bool Cart::operator==(const Cart& other) const { return true; }
}  // namespace shop
"""
HEADER = """\
#pragma once
#include "base.hpp"

namespace shop {
class Store;
/// A cart.
class Cart : public Basket {
 public:
  explicit Cart(int n);
  ~Cart();
  Money total(const Item& item) const;
  int small() const { return helper(1); }
  int helper(int n) const;

 private:
  void init();
  Store* store_;
  std::unique_ptr<Store> owned_;
};

template <typename T>
class Box {
  void put(T value) { held = value; }
};
}
"""
CPP = {
    "src/cart.cpp": CART,
    "include/shop/cart.hpp": HEADER,
    "include/shop/base.hpp": "class Basket {\n public:\n  void inherited() {}\n};\nclass Money {\n public:\n  Money(int n);\n  void plus(int n);\n};\nstruct CartError { CartError(const char* m) {} };\n",
    "src/store.hpp": "class Store {\n public:\n  void save(int n);\n};\nnamespace util { int rounded(int n); }\n",
    "src/store.cpp": '#include "store.hpp"\nvoid Store::save(int n) { }\nnamespace util {\nint rounded(int n) { return n; }\n}\n',
    "src/money.cpp": '#include "shop/base.hpp"\nMoney::Money(int n) { }\nvoid Money::plus(int n) { }\n',
    "src/helper.cpp": '#include "shop/cart.hpp"\nnamespace shop {\nint Cart::helper(int n) const { return n; }\nvoid Cart::init() { }\n}\n',
    "src/log.cpp": "namespace logs {\nclass Quiet { void save(int n) { } };\nstatic int quiet(int n) { return -n; }\n}\n",
}


def test_cpp_definitions() -> None:
    assert extents("cart.cpp", CART) == {
        "quiet": ("function", 6, 6),
        "Cart.total": ("function", 9, 22),
        "Cart.Cart": ("function", 24, 24),
        "Cart.~Cart": ("function", 25, 25),
        "Cart.operator==": ("function", 26, 26),
    }
    assert extents("cart.hpp", HEADER) == {
        "Cart": ("class", 6, 19),
        "Cart.small": ("function", 12, 12),
        "Box": ("class", 21, 24),
        "Box.put": ("function", 23, 23),
    }


def test_cpp_calls_lead_from_headers_to_bodies() -> None:
    written = Written(CPP)
    assert written.calls("src/cart.cpp::Cart.total") == {
        "self.helper": "src/helper.cpp::Cart.helper",
        "money.plus": "src/money.cpp::Money.plus",
        "store_.save": "src/store.cpp::Store.save",
        "owned_.save": "src/store.cpp::Store.save",
        "std.make_unique": None,
        "made.plus": "src/money.cpp::Money.plus",
        "quiet": "src/cart.cpp::quiet",
        "util.rounded": "src/store.cpp::rounded",
        "inherited": "include/shop/base.hpp::Basket.inherited",
        "CartError": "include/shop/base.hpp::CartError",
    }
    assert written.meaning("src/cart.cpp::Cart.Cart", "init") == "src/helper.cpp::Cart.init"
    assert written.meaning("include/shop/cart.hpp::Cart.small", "helper") == "src/helper.cpp::Cart.helper"


def test_a_sanitizer_report_seeds_the_source_and_reaches_the_body(sample: Sample) -> None:
    sample.write(dict(FILES))
    report = (
        "==41==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x4f\nREAD of size 4 at 0x602 thread T0\n"
        "    #0 0x4f1 in render /home/me/x/src/render.c:15:12\n    #1 0x4f2 in main /home/me/x/src/main.c:6:12\n"
        "    #2 0x7f3 in __libc_start_main ../csu/libc-start.c:308\n\nSUMMARY: AddressSanitizer: heap-buffer-overflow render.c:15:12 in render\n"
    )
    document = sample.ck("slice", "--json", stdin=report).document()
    assert {(s["path"], s["line"]) for s in document["seeds"]} == {("src/render.c", 15), ("src/main.c", 6)}
    found = [f"{i['path']}::{i['symbols'][0]}" for i in document["items"] if i["symbols"]]
    assert "lib/geometry.c::area" in found and "src/render.c::helper" in found and "src/other.c::helper" not in found[:5]


def test_a_compiler_message_of_a_call_reaches_the_body_in_the_other_file(sample: Sample) -> None:
    sample.write(dict(FILES))
    items = shown(sample.slice("src/main.c:6:12: error: passing argument 1 of 'render' makes pointer from integer without a cast\n"))
    assert items[0] == "src/main.c::main" and "src/render.c::render" in items


def test_a_macro_before_a_class_hides_nothing_of_it() -> None:
    header = "class SHOP_API Cart : public Basket {\n public:\n  int total();\n  int small() { return 1; }\n};\n"
    assert extents("cart.h", header) == {"Cart": ("class", 1, 5), "Cart.small": ("function", 4, 4)}
    body = '#include "cart.h"\nint Cart::total() { return small() + Other(); }\nint Cart::Other() { return 2; }\n'
    written = Written({"cart.h": header, "cart.cpp": body})
    assert written.calls("cart.cpp::Cart.total") == {"small": "cart.h::Cart.small", "Other": "cart.cpp::Cart.Other"}
    # Without the header the members of the file itself are still found.
    assert Written({"cart.cpp": body}).calls("cart.cpp::Cart.total") == {"small": None, "Other": "cart.cpp::Cart.Other"}
