"""What a path's place in a repository says about the file."""

import re

from kernel.grammars.languages import language_of

# A folder `test` or `testing` inside a package is product code as often as not (django/test, numpy/testing).
_TEST = re.compile(
    r"(^|/)([\w.]*Tests|[\w.]+\.Test|tests|__tests__|__mocks__|specs?|testdata|androidTest|e2e|cypress)/|^(test|testing|t)/|(^|/)src/(test|\w+Test)/"
    r"|(^|/)(test_[^/]*|conftest)\.pyi?$|_tests?\.(pyi?|go|exs?|cc|cpp|cxx|c|rs|rb|lua)$"
    r"|\.(test|tests|spec|cy|e2e|test-d)\.[cm]?[jt]sx?$|(^|/)test_[^/]*\.(rb|c|cc|cpp|sh|lua)$|_spec\.(rb|lua)$"
    r"|(?-i:[a-z0-9](Tests?|Spec|Specs|IT|TestCase|Suite)\.(java|kt|scala|cs|php|swift|groovy)$)|(^|/)tests?\.rs$"
)
_ASIDE = re.compile(
    r"^(docs?|examples?|benchmarks?|bench|samples?)/|(^|/)\.[^/]+/"
    r"|(^|/)(node_modules|bower_components|vendor|third_party|dist)/|\.min\.[cm]?js$|\.pb\.(go|cc|h)$|_pb2(_grpc)?\.pyi?$|\.d\.[cm]?ts$"
)


def is_python(path: str) -> bool:
    """Whether a path is Python source (stubs included)."""
    return path.endswith((".py", ".pyi"))


def is_source(path: str) -> bool:
    """Whether a path is source of a language whose definitions can be read."""
    return language_of(path) is not None


def is_product(path: str) -> bool:
    """Whether a file is source of the product itself: no test, no documentation, no example, nothing built or copied in."""
    return is_source(path) and not is_test(path) and not is_aside(path)


def is_test(path: str) -> bool:
    """Whether a path belongs to tests, by the naming rules of the languages' test runners and the common folder names."""
    return bool(_TEST.search(path))


def is_test_definition(path: str, name: str) -> bool:
    """Whether a definition is a test that stands in product source, as Rust has them in a module ``tests``."""
    return path.endswith(".rs") and name.partition(".")[0] in ("tests", "test")


def is_aside(path: str) -> bool:
    """Whether a path lies beside the product: documentation, examples, benchmarks, hidden folders."""
    return bool(_ASIDE.search(path))
