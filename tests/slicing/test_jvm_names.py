"""Java, Kotlin and Scala: packages decide what a name, and what a frame, means."""

import pytest

from slicing.language_files import Written, extents
from slicing.sample_repository import Sample, shown

CART = """\
package com.acme.shop.cart;

import static com.acme.shop.text.Texts.clean;
import static com.acme.shop.text.Labels.*;
import com.acme.shop.money.Money;
import com.acme.shop.store.*;
import org.other.Ledger;
import java.util.List;

/**
 * A cart.
 */
@Deprecated
public class Cart extends Basket implements Priced<Money> {
    private final Money money = new Money();
    private Store store;
    private List<Item> items;

    public Cart(Money money) {
        super(money);
    }

    /** The total. */
    @Override
    public Money total(Item item) {
        Money sum = helper(item);
        sum.plus(1);
        this.money.minus(2);
        store.saveEverything(item);
        clean("x"); label("y");
        items.removeIf(i -> i.empty());
        Ledger ledger = new Ledger();
        ledger.writeEntry(1);
        new Inner().run();
        Util.rounded(2);
        String.valueOf(3).isEmpty();
        inherited();
        throw new CartException("negative total");
    }

    private Money helper(Item item) { return null; }

    class Inner {
        void run() { helper(null); }
    }
}
"""
FILES = {
    "src/main/java/com/acme/shop/cart/Cart.java": CART,
    "src/main/java/com/acme/shop/cart/Basket.java": "package com.acme.shop.cart;\nclass Basket {\n  void inherited() {}\n}\n",
    "src/main/java/com/acme/shop/cart/CartException.java": "package com.acme.shop.cart;\nclass CartException extends RuntimeException {\n  CartException(String m) { super(m); }\n}\n",
    "src/main/java/com/acme/shop/cart/Util.java": "package com.acme.shop.cart;\nclass Util {\n  static int rounded(int n) { return n; }\n}\n",
    "src/main/java/com/acme/shop/money/Util.java": "package com.acme.shop.money;\npublic class Util {\n  public static int rounded(int n) { return -n; }\n}\n",
    "src/main/java/com/acme/shop/money/Money.java": "package com.acme.shop.money;\npublic class Money {\n  public void plus(int n) { Util.rounded(n); }\n  public void minus(int n) {}\n  static String valueOf(int n) { return null; }\n}\n",
    "src/main/java/com/acme/shop/store/Store.java": "package com.acme.shop.store;\npublic interface Store {\n  void saveEverything(Object o);\n}\n",
    "src/main/java/com/acme/shop/store/Util.java": "package com.acme.shop.store;\npublic class Util {\n  public static int rounded(int n) { return 7; }\n}\n",
    "src/main/java/com/acme/shop/text/Texts.java": "package com.acme.shop.text;\npublic class Texts {\n  public static String clean(String s) { return s; }\n}\n",
    "src/main/java/com/acme/shop/text/Labels.java": "package com.acme.shop.text;\npublic class Labels {\n  public static String label(String s) { return s; }\n}\n",
    "src/main/java/com/acme/shop/log/Ledger.java": "package com.acme.shop.log;\nclass Ledger {\n  void writeEntry(int n) {}\n  boolean removeIf(Object o) { return true; }\n}\n",
}
MAIN = "src/main/java/com/acme/shop/"


def test_java_definitions_with_their_comments_and_annotations() -> None:
    assert extents("Cart.java", CART) == {
        "Cart": ("class", 10, 46),
        "Cart.Cart": ("function", 19, 21),
        "Cart.total": ("function", 23, 39),
        "Cart.helper": ("function", 41, 41),
        "Cart.Inner": ("class", 43, 45),
        "Cart.Inner.run": ("function", 44, 44),
    }


def test_java_calls_lead_where_the_compiler_would_lead_them() -> None:
    calls = Written(FILES).calls(f"{MAIN}cart/Cart.java::Cart.total")
    assert calls == {
        "helper": f"{MAIN}cart/Cart.java::Cart.helper",
        "sum.plus": f"{MAIN}money/Money.java::Money.plus",
        "self.money.minus": f"{MAIN}money/Money.java::Money.minus",
        "store.saveEverything": f"{MAIN}store/Store.java::Store.saveEverything",
        "clean": f"{MAIN}text/Texts.java::Texts.clean",
        "label": f"{MAIN}text/Labels.java::Labels.label",
        "items.removeIf": None,  # of java.util.List
        "i.empty": None,
        "Ledger": None,  # imported from elsewhere, although a class of that name is here
        "ledger.writeEntry": None,
        "Inner": f"{MAIN}cart/Cart.java::Cart.Inner",
        "Inner().run": f"{MAIN}cart/Cart.java::Cart.Inner.run",
        "Util.rounded": f"{MAIN}cart/Util.java::Util.rounded",
        "String.valueOf": None,
        "String.valueOf().isEmpty": None,
        "inherited": f"{MAIN}cart/Basket.java::Basket.inherited",
        "CartException": f"{MAIN}cart/CartException.java::CartException",
    }


def test_a_name_alone_may_belong_to_the_outer_class() -> None:
    assert Written(FILES).meaning(f"{MAIN}cart/Cart.java::Cart.Inner.run", "helper") == f"{MAIN}cart/Cart.java::Cart.helper"


def test_of_two_modules_with_a_class_of_one_name_the_own_is_meant() -> None:
    text = "package com.acme;\nclass Util {\n  static void go() {}\n}\n"
    user = "package com.acme;\nclass User {\n  void use() { Util.go(); }\n}\n"
    files = {f"{module}/src/main/java/com/acme/Util.java": text for module in ("api", "core")}
    written = Written({**files, "core/src/test/java/com/acme/User.java": user, "web/src/main/java/com/acme/User.java": user})
    assert written.meaning("core/src/test/java/com/acme/User.java::User.use", "Util.go") == "core/src/main/java/com/acme/Util.java::Util.go"
    assert written.meaning("web/src/main/java/com/acme/User.java::User.use", "Util.go") is None


def trace(*frames: str) -> str:
    return "\n".join(['Exception in thread "main" java.lang.IllegalStateException: broken', *(f"\tat {frame}" for frame in frames)]) + "\n"


@pytest.mark.parametrize(
    ("frame", "seed"),
    [
        ("com.acme.shop.money.Util.rounded(Util.java:3)", f"{MAIN}money/Util.java"),
        ("com.acme.shop.store.Util.rounded(Util.java:3)", f"{MAIN}store/Util.java"),
        ("app//com.acme.shop.cart.Util$Inner.lambda$go$0(Util.java:3)", f"{MAIN}cart/Util.java"),
        ("com.foreign.money.Util.rounded(Util.java:3)", None),
        ("com.foreign.Cart.total(Cart.java:3)", None),
        ("Cart.total(Cart.java:3)", None),
    ],
)
def test_the_package_of_a_frame_decides_its_file(sample: Sample, frame: str, seed: str | None) -> None:
    sample.write(dict(FILES))
    run = sample.ck("slice", "--json", stdin=trace("java.base/java.util.Objects.check(Objects.java:1)", frame))
    assert [s["path"] for s in run.document()["seeds"]] == ([seed] if seed else [])


def test_a_java_trace_reaches_the_callee_in_another_package(sample: Sample) -> None:
    sample.write(dict(FILES))
    items = shown(sample.slice(trace("com.acme.shop.cart.Cart.total(Cart.java:27)")))
    assert items[0] == f"{MAIN}cart/Cart.java::Cart.total"
    assert f"{MAIN}money/Money.java::Money.plus" in items and f"{MAIN}cart/Util.java::Util.rounded" in items
    assert f"{MAIN}log/Ledger.java::Ledger.writeEntry" not in items[:8]


KOTLIN = """\
package com.acme.cart

import com.acme.money.Money
import com.acme.text.cleaned as tidy
import com.acme.store.*

/** A cart. */
class Cart(private val money: Money, private val store: Store?) : Basket() {
    companion object {
        fun empty(): Cart = Cart(Money(0), null)
    }

    // Sums up.
    @Throws(CartException::class)
    fun total(): Money {
        val other = Money(3)
        other.plus(1)
        money.minus(1)
        store?.saveEverything()
        tidy("x")
        rounded(2)
        inherited()
        listOf(1).forEach { println(it) }
        return helper()
    }

    private fun helper(): Money = money
}

fun `a name with spaces`() = Cart.empty().total()
"""
KOTLIN_FILES = {
    "app/src/main/kotlin/cart/Cart.kt": KOTLIN,
    "app/src/main/kotlin/cart/Rest.kt": "package com.acme.cart\n\nopen class Basket {\n    fun inherited() {}\n}\n\nfun rounded(n: Int): Int = n\n",
    "app/src/main/kotlin/money/Money.kt": "package com.acme.money\n\ndata class Money(val n: Int) {\n    fun plus(n: Int) {}\n    fun minus(n: Int) {}\n}\n",
    "app/src/main/kotlin/money/Rest.kt": "package com.acme.money\n\nfun rounded(n: Int): Int = -n\n",
    "app/src/main/kotlin/Texts.kt": "package com.acme.text\n\nfun cleaned(s: String) = s\n",
    "app/src/main/java/com/acme/store/Store.java": "package com.acme.store;\npublic class Store {\n  public void saveEverything() {}\n}\n",
}
APP = "app/src/main/kotlin/"


def test_kotlin_definitions() -> None:
    assert extents("Cart.kt", KOTLIN) == {
        "Cart": ("class", 7, 28),
        "Cart.empty": ("function", 10, 10),
        "Cart.total": ("function", 13, 25),
        "Cart.helper": ("function", 27, 27),
        "a name with spaces": ("function", 30, 30),
    }


def test_kotlin_finds_names_by_declared_packages_and_java_classes() -> None:
    written = Written(KOTLIN_FILES)
    calls = written.calls(f"{APP}cart/Cart.kt::Cart.total")
    assert {call: found for call, found in calls.items() if found} == {
        "Money": f"{APP}money/Money.kt::Money",
        "other.plus": f"{APP}money/Money.kt::Money.plus",
        "money.minus": f"{APP}money/Money.kt::Money.minus",
        "store.saveEverything": "app/src/main/java/com/acme/store/Store.java::Store.saveEverything",
        "tidy": f"{APP}Texts.kt::cleaned",
        "rounded": f"{APP}cart/Rest.kt::rounded",
        "inherited": f"{APP}cart/Rest.kt::Basket.inherited",
        "helper": f"{APP}cart/Cart.kt::Cart.helper",
    }
    assert written.meaning(f"{APP}cart/Cart.kt::a name with spaces", "Cart.empty") == f"{APP}cart/Cart.kt::Cart.empty"


def test_a_kotlin_trace_seeds_the_file_of_the_package(sample: Sample) -> None:
    sample.write(dict(KOTLIN_FILES))
    text = trace("com.acme.money.RestKt.rounded(Rest.kt:3)", "com.acme.cart.Cart.total(Cart.kt:21)", "io.ktor.cart.Cart.go(Cart.kt:5)")
    seeds = sample.ck("slice", "--json", stdin=text).document()["seeds"]
    assert {(s["path"], s["line"]) for s in seeds} == {(f"{APP}money/Rest.kt", 3), (f"{APP}cart/Cart.kt", 21)}


SCALA = """\
package com.acme
package cart

import com.acme.money.Money
import com.acme.text.{Texts => T, Other}
import com.acme.store._

/** A cart. */
class Cart(money: Money, store: Store) extends Basket {
  def total(): Money = {
    val other = new Money(3)
    other.plus(1)
    store.saveEverything()
    T.cleaned("x")
    inherited()
    helper
  }

  private def helper: Money = money
}

object Cart {
  def empty: Cart = new Cart(new Money(0), null)
}
"""


def test_scala_names() -> None:
    written = Written({
        "src/main/scala/Cart.scala": SCALA,
        "src/main/scala/Basket.scala": "package com.acme.cart\n\ntrait Basket {\n  def inherited(): Unit = ()\n}\n",
        "src/main/scala/Money.scala": "package com.acme.money\n\ncase class Money(n: Int) {\n  def plus(n: Int): Money = this\n}\n",
        "src/main/scala/Texts.scala": "package com.acme.text\n\nobject Texts {\n  def cleaned(s: String) = s\n}\n",
        "src/main/scala/Store.scala": "package com.acme.store\n\nclass Store {\n  def saveEverything(): Unit = ()\n}\n",
    })  # fmt: skip
    assert extents("Cart.scala", SCALA)["Cart.total"] == ("function", 10, 17)
    assert written.calls("src/main/scala/Cart.scala::Cart.total") == {
        "Money": "src/main/scala/Money.scala::Money",
        "other.plus": "src/main/scala/Money.scala::Money.plus",
        "store.saveEverything": "src/main/scala/Store.scala::Store.saveEverything",
        "T.cleaned": "src/main/scala/Texts.scala::Texts.cleaned",
        "inherited": "src/main/scala/Basket.scala::Basket.inherited",
    }
    assert written.meaning("src/main/scala/Cart.scala::Cart.total", "helper") == "src/main/scala/Cart.scala::Cart.helper"


def test_kotlin_extension_functions_are_found_where_they_are_imported() -> None:
    written = Written({
        "src/Money.kt": "package acme.money\n\nclass Money {\n    fun plus(n: Int): Money = this\n}\n",
        "src/Extensions.kt": "package acme.ext\n\nimport acme.money.Money\n\nfun Money.twice(): Money {\n    this.plus(1)\n    return plus(2)\n}\n",
        "src/Use.kt": "package acme.use\n\nimport acme.money.Money\nimport acme.ext.twice\n\nfun use(money: Money) {\n    money.twice().plus(1)\n}\n",
        "src/Other.kt": "package acme.use\n\nimport acme.money.Money\n\nfun other(money: Money) {\n    money.twice()\n}\n",
    })  # fmt: skip
    assert written.calls("src/Extensions.kt::twice") == {"self.plus": "src/Money.kt::Money.plus", "plus": "src/Money.kt::Money.plus"}
    assert written.meaning("src/Use.kt::use", "money.twice") == "src/Extensions.kt::twice"
    assert written.meaning("src/Other.kt::other", "money.twice") is None


def test_a_project_that_has_the_name_of_a_library_is_itself(sample: Sample) -> None:
    util = "package org.apache.commons.text;\npublic class Util {\n  static void go() {}\n}\n"
    sample.write({"src/main/java/org/apache/commons/text/Util.java": util})
    text = trace("org.apache.commons.text.Util.go(Util.java:3)", "org.apache.tomcat.Util.go(Util.java:3)")
    seeds = sample.ck("slice", "--json", stdin=text).document()["seeds"]
    assert [(s["path"], s["line"]) for s in seeds] == [("src/main/java/org/apache/commons/text/Util.java", 3)]


def test_a_name_with_its_whole_package_needs_no_import() -> None:
    use = "package x;\nclass Use {\n  void use() { com.acme.shop.money.Util.rounded(1); com.other.Util.rounded(1); }\n}\n"
    calls = Written({**FILES, "src/main/java/x/Use.java": use}).calls("src/main/java/x/Use.java::Use.use")
    assert calls == {"com.acme.shop.money.Util.rounded": f"{MAIN}money/Util.java::Util.rounded", "com.other.Util.rounded": None}


def test_a_declared_method_leads_to_its_only_body() -> None:
    text = "package a;\nclass User {\n  private Store store;\n  void use() { store.save(1); }\n}\n"
    one = "package a;\nclass DiskStore implements Store {\n  public void save(int n) { write(n); }\n}\n"
    files = {"a/User.java": text, "a/Store.java": "package a;\ninterface Store {\n  void save(int n);\n}\n", "a/DiskStore.java": one}
    other = {"a/Log.java": "package a;\nclass Log {\n  public void save(int n) { }\n}\n"}
    assert Written({**files, **other}).meaning("a/User.java::User.use", "store.save") == "a/DiskStore.java::DiskStore.save"
    two = {"a/NetStore.java": one.replace("DiskStore", "NetStore")}
    assert Written({**files, **two}).meaning("a/User.java::User.use", "store.save") == "a/Store.java::Store.save"
    fake = {"src/test/java/a/FakeStore.java": one.replace("DiskStore", "FakeStore")}
    sample = Written({**{f"src/main/java/{path}": each for path, each in files.items()}, **fake})
    assert sample.meaning("src/main/java/a/User.java::User.use", "store.save") == "src/main/java/a/DiskStore.java::DiskStore.save"


def test_what_every_value_can_do_is_nobodys_method() -> None:
    text = "package a;\nclass User {\n  void use() { var x = make(); x.getOrDefault(1); x.reportTotals(); }\n}\n"
    table = "package b;\nclass Table {\n  int getOrDefault(int n) { return n; }\n  void reportTotals() { }\n}\n"
    written = Written({"a/User.java": text, "b/Table.java": table})
    assert written.meaning("a/User.java::User.use", "x.getOrDefault") is None
    assert written.meaning("a/User.java::User.use", "x.reportTotals") == "b/Table.java::Table.reportTotals"
