"""Reports of the test runners of Ruby as they print them."""

from report_sample import Report

RSPEC = Report(
    "rspec",
    """\
..F

Failures:

  1) Cart totals
     Failure/Error: expect([1, 2]).to eq([1, 3])

       expected: [1, 3]
            got: [1, 2]
     # ./cart_spec.rb:4:in `block (2 levels) in <top (required)>'

Finished in 0.01883 seconds (files took 0.07515 seconds to load)
3 examples, 1 failure

Failed examples:

rspec ./cart_spec.rb:4 # Cart totals
""",
    ("Cart totals",),
    ("got: [1, 2]", "./cart_spec.rb:4"),
    "3 examples, 1 failure",
)
MINITEST = Report(
    "minitest",
    """\
Run options: -v --seed 61263

# Running:

CartTest#test_one = 0.00 s = .
CartTest#test_two = 0.00 s = .
CartTest#test_total = 0.01 s = F
CartTest#test_rate = 0.00 s = E

Finished in 0.017152s, 179.3628 runs/s, 178.0597 assertions/s.

  1) Failure:
CartTest#test_total [test/cart_test.rb:12]:
the total is off.
--- expected
+++ actual
@@ -1,2 +1,2 @@
-{:a=>1}
+{:a=>2}


  2) Error:
CartTest#test_rate:
ArgumentError: no rate for 3
    lib/cart.rb:4:in `rate'
    test/cart_test.rb:21:in `test_rate'

  3) Skipped:
CartTest#test_tax [test/cart_test.rb:30]:
not yet

  4) Failure:
a cart::when empty#test_0001_adds up [test/cart_spec.rb:9]:
Expected [1] to include 4.

308 runs, 307 assertions, 2 failures, 1 errors, 1 skips
""",
    ("CartTest#test_total", "CartTest#test_rate", "a cart::when empty#test_0001_adds up"),
    ("the total is off", "+{:a=>2}", "lib/cart.rb:4:in `rate'", "to include 4"),
    "2 failures, 1 errors, 1 skips",
)
RAILS = Report(
    "minitest",
    """\
Run options: --seed 5

# Running:

.........................E

Error:
SessionsControllerTest#test_should_log_in:
NoMethodError: undefined method `digest' for User:Class
    app/models/user.rb:7:in `remember'
    test/controllers/sessions_test.rb:6:in `block in <class:SessionsControllerTest>'

bin/rails test test/controllers/sessions_test.rb:5

.F

Failure:
UserTest#test_name_is_needed [/srv/app/test/models/user_test.rb:16]:
Expected true to be nil or false


bin/rails test test/models/user_test.rb:14

.....

Finished in 1.2s, 25.8 runs/s, 31.2 assertions/s.
31 runs, 52 assertions, 1 failures, 1 errors, 0 skips
""",
    ("SessionsControllerTest#test_should_log_in", "UserTest#test_name_is_needed"),
    ("undefined method `digest'", "app/models/user.rb:7", "Expected true to be nil or false"),
    "1 failures, 1 errors",
)
TEST_UNIT = Report(
    "minitest",
    """\
Loaded suite test/run
Started
CartTest:
  test_one:\t\t\t.: (0.000021)
  test_rate:\t\t\tE
===============================================================================
Error: test_rate(CartTest): ArgumentError: no rate for 3
lib/cart.rb:3:in `rate'
test/cart_test.rb:9:in `test_rate'
      8:   def test_rate
  =>  9:     Cart.new.rate(3)
     10:   end
===============================================================================
: (0.001196)
  test_total:\t\t\tF
===============================================================================
Failure: test_total(CartTest)
test/cart_test.rb:14:in `test_total'
total is off
<5> expected but was
<4>
===============================================================================
: (0.000854)

Finished in 0.0163 seconds.
-------------------------------------------------------------------------------
206 tests, 203 assertions, 1 failures, 1 errors, 1 pendings, 1 omissions, 0 notifications
97.561% passed
""",
    ("test_rate(CartTest)", "test_total(CartTest)"),
    ("no rate for 3", "Cart.new.rate(3)", "<5> expected but was"),
    "1 pendings, 1 omissions",
)
REPORTERS = Report(
    "minitest",
    """\
Started with run options --seed 53

 FAIL CartTest#test_total (0.01s)
        Expected: 5
          Actual: 4
        test/cart_test.rb:8:in `test_total'

ERROR["test_rate", CartTest, 0.2]
 test_rate#CartTest (0.20s)
        ArgumentError: no rate
            lib/cart.rb:3:in `rate'

CartTest
  test_one                                                        PASS (0.00s)
  test_tax                                                        FAIL (0.00s)
        Expected false to be truthy.
        test/cart_test.rb:30:in `test_tax'

Finished in 0.5s
4 tests, 4 assertions, 2 failures, 1 errors, 0 skips
""",
    ("CartTest#test_total", "test_rate", "test_tax"),
    ("Actual: 4", "no rate", "Expected false to be truthy."),
    "2 failures, 1 errors, 0 skips",
)

RUBY_REPORTS = (RSPEC, MINITEST, RAILS, TEST_UNIT, REPORTERS)
