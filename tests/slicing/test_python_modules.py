"""Which file a Python import means: right answers for the layouts that projects really have."""

import pytest

from kernel.slicing.languages.python import PythonNames
from slicing.sample_repository import label, names_of


def files(*paths: str) -> PythonNames:
    return names_of(dict.fromkeys(paths, ""))


def lookup(names: PythonNames, path: str, name: str) -> str | None:
    found = names.lookup(path, name)
    return label(found) if found else None


@pytest.mark.parametrize(
    ("importer", "dotted", "level", "path"),
    [
        ("app/views/cart.py", "app.models.cart", 0, "app/models/cart.py"),
        ("app/views/cart.py", "app.models", 0, "app/models/__init__.py"),
        ("app/views/cart.py", "", 1, "app/views/__init__.py"),
        ("app/views/cart.py", "order", 1, "app/views/order.py"),
        ("app/views/__init__.py", "cart", 1, "app/views/cart.py"),
        ("app/views/cart.py", "models.cart", 2, "app/models/cart.py"),
        ("app/views/cart.py", "", 2, "app/__init__.py"),
        ("app/views/cart.py", "models.nothing", 2, None),
        ("app/views/cart.py", "x", 4, None),
        ("app/views/cart.py", "x", 40, None),
        ("app/views/cart.py", "cart", 0, None),
        ("app/views/cart.py", "views.cart", 0, None),
        ("app/views/cart.py", "", 0, None),
    ],
)
def test_absolute_and_relative(importer: str, dotted: str, level: int, path: str | None) -> None:
    names = files(
        "app/__init__.py", "app/views/__init__.py", "app/views/cart.py", "app/views/order.py",
        "app/models/__init__.py", "app/models/cart.py",
    )  # fmt: skip
    assert names.module(importer, dotted, level) == path


def test_src_layout_and_several_roots() -> None:
    names = files(
        "src/shop/__init__.py", "src/shop/cart.py", "tests/test_cart.py", "tests/tools.py",
        "services/mail/mail/__init__.py", "services/mail/mail/send.py", "services/mail/run.py",
        "services/web/web/__init__.py", "services/web/web/send.py", "services/web/run.py",
    )  # fmt: skip
    assert names.module("tests/test_cart.py", "shop.cart") == "src/shop/cart.py"
    assert names.module("tests/test_cart.py", "tools") == "tests/tools.py"
    assert names.module("services/mail/run.py", "mail.send") == "services/mail/mail/send.py"
    assert names.module("services/web/run.py", "web.send") == "services/web/web/send.py"
    assert names.module("services/web/run.py", "mail.send") is None
    assert names.module("services/web/run.py", "run") == "services/web/run.py"


def test_namespace_package_without_init() -> None:
    names = files("corp/billing/invoice.py", "corp/mail/send.py")
    assert names.module("corp/mail/send.py", "corp.billing.invoice") == "corp/billing/invoice.py"


def test_third_party_and_standard_names_are_not_local() -> None:
    names = files(
        "app/__init__.py", "app/redis.py", "app/main.py", "lib/logging.py", "lib/run.py", "json.py", "main.py", "plugins/click.py"
    )
    assert names.module("app/main.py", "redis") is None
    assert names.module("main.py", "redis") is None
    assert names.module("main.py", "click") is None
    for importer in ("app/main.py", "lib/run.py", "main.py"):
        assert names.module(importer, "logging") is None
        assert names.module(importer, "json") is None
    assert names.module("app/main.py", "redis", 1) == "app/redis.py"
    assert names.module("app/main.py", "app.redis") == "app/redis.py"


def test_two_files_for_one_module_are_none_unless_one_is_nearer() -> None:
    names = files(
        "src/shop/__init__.py", "src/shop/cart.py", "python/shop/__init__.py", "python/shop/cart.py",
        "one/common.py", "one/run.py", "two/common.py", "two/run.py", "run.py",
    )  # fmt: skip
    assert names.module("one/run.py", "common") == "one/common.py"
    assert names.module("two/run.py", "common") == "two/common.py"
    assert names.module("run.py", "common") is None
    assert names.module("one/run.py", "shop.cart") is None
    assert names.module("src/shop/__init__.py", "shop.cart") == "src/shop/cart.py"
    assert names.module("python/shop/__init__.py", "shop.cart") == "python/shop/cart.py"


def test_module_and_package_of_one_name_is_what_python_takes() -> None:
    names = files("app/__init__.py", "app/models/__init__.py", "app/models.py", "app/run.py")
    assert names.module("app/run.py", "models", 1) == "app/models/__init__.py"
    assert names.module("app/run.py", "app.models") == "app/models/__init__.py"


def test_a_stub_beside_its_source_hides_nothing() -> None:
    names = files("app/__init__.py", "app/fast.py", "app/fast.pyi", "app/native.pyi", "main.py")
    assert names.module("main.py", "app.fast") == "app/fast.py"
    assert names.module("app/__init__.py", "fast", 1) == "app/fast.py"
    assert names.module("main.py", "app.native") == "app/native.pyi"


def test_names_through_imports_reexports_and_stars() -> None:
    names = names_of(
        {
            "app/__init__.py": "from .cart import Cart as Basket\nfrom .order import *\nfrom . import tax\n",
            "app/cart.py": "class Cart: ...\n",
            "app/order.py": "from .money import *\n\n\ndef place(): ...\n",
            "app/money.py": "def round_up(): ...\n",
            "app/tax.py": "def vat(): ...\n",
            "main.py": "from app import Basket, place, round_up, tax, nothing\nimport app\nimport app.tax\nimport app.tax as t\n",
        }
    )
    assert lookup(names, "main.py", "Basket") == "app/cart.py::Cart"
    assert lookup(names, "main.py", "place") == "app/order.py::place"
    assert lookup(names, "main.py", "round_up") == "app/money.py::round_up"
    assert lookup(names, "main.py", "tax") == "app/tax.py"
    assert lookup(names, "main.py", "t") == "app/tax.py"
    assert lookup(names, "main.py", "app") == "app/__init__.py"
    assert lookup(names, "main.py", "nothing") is None
    assert lookup(names, "main.py", "unknown") is None


def test_cycles_of_imports_and_stars_end() -> None:
    names = names_of(
        {
            "a.py": "from b import *\nfrom b import thing\n\n\ndef own(): ...\n",
            "b.py": "from a import *\nfrom a import thing\n\n\ndef other(): ...\n",
            "c.py": "from c import *\nfrom c import me\nimport c\n",
        }
    )
    assert lookup(names, "a.py", "thing") is None
    assert lookup(names, "a.py", "other") == "b.py::other"
    assert lookup(names, "b.py", "own") == "a.py::own"
    assert lookup(names, "c.py", "me") is None


def test_conditional_imports_take_the_branch_that_is_here() -> None:
    names = names_of(
        {
            "main.py": (
                "try:\n    from ujson import loads\nexcept ImportError:\n    from fast import loads\n"
                "if True:\n    from slow import dumps\nelse:\n    from fast import dumps\n"
                "def late():\n    from slow import inner\n    return inner()\n"
            ),
            "fast.py": "def loads(): ...\ndef dumps(): ...\n",
            "slow.py": "def dumps(): ...\ndef inner(): ...\n",
        }
    )
    assert lookup(names, "main.py", "loads") == "fast.py::loads"
    assert lookup(names, "main.py", "dumps") == "slow.py::dumps"
    found = names.resolve("main.py", names.definitions("main.py")["late"], "inner")
    assert found and label(found) == "slow.py::inner"


def test_the_imported_files_in_the_order_of_the_imports() -> None:
    names = names_of(
        {
            "app/__init__.py": "",
            "app/b.py": "",
            "app/a.py": "import sys\nfrom . import b\nfrom app.c import x\nimport app.b\nimport requests\n",
            "app/c.py": "x = 1\n",
        }
    )
    assert names.imports_of("app/a.py") == ("app/__init__.py", "app/b.py", "app/c.py")
    assert names.imports_of("app/gone.py") == ()
