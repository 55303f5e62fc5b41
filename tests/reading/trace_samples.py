"""Traces of many languages as their runtimes print them, and which frames they hold (path, line, of a library)."""

from typing import NamedTuple


class Sample(NamedTuple):
    """``own`` and ``library``: frames as (path, line); ``title``: a part of what was raised; ``first``: raising frame first."""

    tool: str
    text: str
    own: tuple[tuple[str, int | None], ...]
    library: tuple[tuple[str, int | None], ...]
    title: str
    first: bool = True


NODE = Sample(
    "javascript",
    """\
/home/dev/shop/src/cart.js:12
    return this.items[sku].price * n;
                           ^

TypeError: Cannot read properties of undefined (reading 'price')
    at Cart.total (/home/dev/shop/src/cart.js:12:28)
    at Object.<anonymous> (/home/dev/shop/src/index.js:4:19)
    at Module._compile (node:internal/modules/cjs/loader:1469:14)
    at Object..js (node:internal/modules/cjs/loader:1548:10)
    at node:internal/main/run_main_module:28:49

Node.js v20.18.0
""",
    (("/home/dev/shop/src/cart.js", 12), ("/home/dev/shop/src/index.js", 4)),
    (
        ("node:internal/modules/cjs/loader", 1469),
        ("node:internal/modules/cjs/loader", 1548),
        ("node:internal/main/run_main_module", 28),
    ),
    "cart.js:12",
)
NODE_CAUSE = Sample(
    "javascript",
    """\
Error: could not place order
    at place (file:///srv/app/dist/orders.mjs:40:11)
    at async main (file:///srv/app/dist/main.mjs:7:3) {
  orderId: 991,
  [cause]: Error: card declined
      at charge (/srv/app/node_modules/pay/index.js:88:9)
      at async place (file:///srv/app/dist/orders.mjs:38:5) {
    code: 'card_declined'
  }
}
""",
    (
        ("file:///srv/app/dist/orders.mjs", 40),
        ("file:///srv/app/dist/main.mjs", 7),
        ("file:///srv/app/dist/orders.mjs", 38),
    ),
    (("/srv/app/node_modules/pay/index.js", 88),),
    "could not place order",
)
JAVA = Sample(
    "java",
    """\
Exception in thread "main" java.lang.IllegalStateException: no rate for EUR
\tat com.shop.Rates.of(Rates.java:41)
\tat com.shop.Checkout.total(Checkout.java:88)
\tat java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)
\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)
Caused by: java.io.FileNotFoundException: rates.csv (No such file or directory)
\tat java.base/java.io.FileInputStream.open0(Native Method)
\tat java.base/java.io.FileInputStream.open(FileInputStream.java:213)
\tat com.shop.Rates.load(Rates.java:22)
\t... 3 more
""",
    (("Rates.java", 41), ("Checkout.java", 88), ("Rates.java", 22)),
    (
        ("DirectMethodHandleAccessor.java", 103),
        ("Method.java", 580),
        ("", None),
        ("FileInputStream.java", 213),
    ),
    "no rate for EUR",
)
KOTLIN = Sample(
    "java",
    """\
Exception in thread "DefaultDispatcher-worker-1" kotlin.UninitializedPropertyAccessException: lateinit property db has not been initialized
\tat shop.Store.getDb(Store.kt:14)
\tat shop.Store$load$1.invokeSuspend(Store.kt:31)
\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)
\tat kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:108)
""",
    (("Store.kt", 14), ("Store.kt", 31)),
    (("ContinuationImpl.kt", 33), ("DispatchedTask.kt", 108)),
    "lateinit property db",
)
CSHARP = Sample(
    "csharp",
    """\
Unhandled exception. System.InvalidOperationException: Sequence contains no elements
   at System.Linq.ThrowHelper.ThrowNoElementsException()
   at System.Linq.Enumerable.First[TSource](IEnumerable`1 source)
   at Shop.Cart.Cheapest() in /src/Shop/Cart.cs:line 31
   at Shop.Program.Main(String[] args) in /src/Shop/Program.cs:line 9
""",
    (("/src/Shop/Cart.cs", 31), ("/src/Shop/Program.cs", 9)),
    (("", None), ("", None)),
    "Sequence contains no elements",
)
PHP = Sample(
    "php",
    """\
PHP Fatal error:  Uncaught InvalidArgumentException: Unknown currency in /srv/shop/src/Money.php:27
Stack trace:
#0 /srv/shop/src/Cart.php(61): Shop\\Money->convert('EUR')
#1 /srv/shop/vendor/slim/slim/Slim/App.php(199): Shop\\Cart->total()
#2 [internal function]: Slim\\App->run()
#3 /srv/shop/public/index.php(12): Slim\\App->handle()
#4 {main}
  thrown in /srv/shop/src/Money.php on line 27
""",
    (("/srv/shop/src/Cart.php", 61), ("/srv/shop/public/index.php", 12)),
    (("/srv/shop/vendor/slim/slim/Slim/App.php", 199), ("", None)),
    "Unknown currency",
)
LUA = Sample(
    "lua",
    """\
lua: src/shop/cart.lua:18: no rate for EUR
stack traceback:
\t[C]: in function 'error'
\tsrc/shop/cart.lua:18: in method 'total'
\t...srv/lua_modules/share/lua/5.4/pl/func.lua:7: in upvalue 'run'
\t(...tail calls...)
\tbin/main.lua:3: in main chunk
\t[C]: in ?
""",
    (("src/shop/cart.lua", 18), ("bin/main.lua", 3)),
    (("lua_modules/share/lua/5.4/pl/func.lua", 7),),
    "no rate",
)
RUBY = Sample(
    "ruby",
    """\
/home/dev/shop/lib/cart.rb:18:in `total': undefined method `price' for nil:NilClass (NoMethodError)
\tfrom /home/dev/.gem/ruby/3.2.0/gems/rack-2.2.8/lib/rack/builder.rb:44:in `call'
\tfrom /home/dev/shop/bin/run:7:in `block in main'
\tfrom /home/dev/shop/bin/run:3:in `<main>'
""",
    (("/home/dev/shop/lib/cart.rb", 18), ("/home/dev/shop/bin/run", 7), ("/home/dev/shop/bin/run", 3)),
    (("/home/dev/.gem/ruby/3.2.0/gems/rack-2.2.8/lib/rack/builder.rb", 44),),
    "",
)
ELIXIR = Sample(
    "elixir",
    """\
** (KeyError) key :price not found in: %{sku: "a"}
    (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1
    (elixir 1.16.0) lib/enum.ex:1700: Enum."-map/2-lists^map/1-1-"/2
    (shop 0.1.0) lib/shop/checkout.ex:44: Shop.Checkout.run/1
    (stdlib 5.2) gen_server.erl:1095: :gen_server.try_handle_call/4
""",
    (("lib/shop/cart.ex", 12), ("lib/shop/checkout.ex", 44)),
    (("lib/enum.ex", 1700), ("gen_server.erl", 1095)),
    "key :price not found",
)
RUST = Sample(
    "rust",
    """\
thread 'main' panicked at src/cart.rs:31:14:
called `Option::unwrap()` on a `None` value
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665:5
   1: core::panicking::panic_fmt
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs:76:14
   2: shop::cart::total
             at ./src/cart.rs:31:14
   3: shop::main
             at ./src/main.rs:9:5
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
""",
    (("src/cart.rs", 31), ("./src/cart.rs", 31), ("./src/main.rs", 9)),
    (
        ("/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs", 665),
        ("/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs", 76),
    ),
    "called `Option::unwrap()`",
)
GO = Sample(
    "go",
    """\
goroutine 1 [running]:
example.net/shop/cart.(*Cart).Total(0x0)
\t/home/dev/shop/cart/cart.go:22 +0x1d
net/http.HandlerFunc.ServeHTTP(0xc0000b2000, {0x7f0, 0xc000})
\t/usr/local/go/src/net/http/server.go:2141 +0x29
main.main()
\t/home/dev/shop/main.go:11 +0x85
""",
    (("/home/dev/shop/cart/cart.go", 22), ("/home/dev/shop/main.go", 11)),
    (("/usr/local/go/src/net/http/server.go", 2141),),
    "goroutine 1",
)
ASAN = Sample(
    "native",
    """\
=================================================================
==4242==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x55d bp 0x7ff sp 0x7fe
READ of size 4 at 0x602000000014 thread T0
    #0 0x55d0a1 in sum /home/dev/k/sum.c:9:14
    #1 0x55d1c4 in main /home/dev/k/main.c:21:3
    #2 0x7f1c2 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58:16

0x602000000014 is located 0 bytes after 4-byte region
allocated by thread T0 here:
    #0 0x4a1 in malloc (/usr/lib/llvm-14/lib/clang/14.0.0/lib/linux/libclang_rt.asan.so+0x94)
    #1 0x55d13f in main /home/dev/k/main.c:18:13

SUMMARY: AddressSanitizer: heap-buffer-overflow /home/dev/k/sum.c:9:14 in sum
""",
    (("/home/dev/k/sum.c", 9), ("/home/dev/k/main.c", 21), ("/home/dev/k/main.c", 18)),
    (
        ("../sysdeps/nptl/libc_start_call_main.h", 58),
        ("/usr/lib/llvm-14/lib/clang/14.0.0/lib/linux/libclang_rt.asan.so", None),
    ),
    "heap-buffer-overflow",
)
GDB = Sample(
    "native",
    """\
Program received signal SIGSEGV, Segmentation fault.
#0  0x0000555555555171 in node_next (n=0x0) at list.c:14
#1  0x00005555555551b2 in walk (head=0x5555555592a0, depth=3) at list.c:31
#2  0x00007ffff7df0d90 in __libc_start_call_main () from /lib/x86_64-linux-gnu/libc.so.6
#3  0x0000555555555201 in main (argc=1, argv=0x7fffffffe0b8) at main.c:8
""",
    (("list.c", 14), ("list.c", 31), ("main.c", 8)),
    (("/lib/x86_64-linux-gnu/libc.so.6", None),),
    "SIGSEGV",
)
PYTHON = Sample(
    "python",
    """\
Traceback (most recent call last):
  File "/srv/shop/app.py", line 9, in <module>
    run()
  File "/usr/lib/python3.12/contextlib.py", line 81, in inner
    return func(*args, **kwds)
  File "/srv/shop/cart.py", line 31, in total
    return self.items[sku].price
           ~~~~~~~~~~^^^^^
KeyError: 'a-17'
""",
    (("/srv/shop/app.py", 9), ("/srv/shop/cart.py", 31)),
    (("/usr/lib/python3.12/contextlib.py", 81),),
    "KeyError: 'a-17'",
    first=False,
)
IPYTHON = Sample(
    "ipython",
    """\
---------------------------------------------------------------------------
MergeError                                Traceback (most recent call last)
Cell In[7], line 4
      2 base = load('sales.parquet')
----> 4 both = align(base, prior)

File ~/eda/lib/frames.py:31, in align(a, b)
     29 def align(a, b):
---> 31     return a.merge(b)

File ~/env/lib/python3.12/site-packages/pandas/core/frame.py:10832, in DataFrame.merge(self, right)
> 10832 return merge(

MergeError: Merge keys are not unique
""",
    (("Cell In[7]", 4), ("~/eda/lib/frames.py", 31)),
    (("~/env/lib/python3.12/site-packages/pandas/core/frame.py", 10832),),
    "Merge keys are not unique",
    first=False,
)
BOX = Sample(
    "python box",
    """\
╭───────────────────── Traceback (most recent call last) ──────────────────────╮
│ /srv/shop/app.py:9 in main                                                   │
│                                                                              │
│    7 def main():                                                             │
│ ❱  9     run()                                                               │
│                                                                              │
│ /usr/lib/python3.12/contextlib.py:81 in inner                                │
│                                                                              │
│ ❱ 81     return func(*args, **kwds)                                          │
│                                                                              │
│ /srv/shop/cart.py:31 in total                                                │
│                                                                              │
│ ❱ 31     return self.items[sku].price                                        │
╰──────────────────────────────────────────────────────────────────────────────╯
KeyError: 'a-17'
""",
    (("/srv/shop/app.py", 9), ("/srv/shop/cart.py", 31)),
    (("/usr/lib/python3.12/contextlib.py", 81),),
    "KeyError: 'a-17'",
    first=False,
)
SAMPLES = (
    IPYTHON,
    BOX,
    NODE,
    NODE_CAUSE,
    JAVA,
    KOTLIN,
    CSHARP,
    PHP,
    LUA,
    RUBY,
    ELIXIR,
    RUST,
    GO,
    ASAN,
    GDB,
    PYTHON,
)
