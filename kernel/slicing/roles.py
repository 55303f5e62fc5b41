"""What a path's place in a repository says about the file."""

import re

# A folder `test` or `testing` inside a package is product code as often as not (django/test, numpy/testing).
_TEST = re.compile(r"(^|/)(tests|__tests__|specs?)/|^(test|testing|t)/|(^|/)(test_[^/]*|conftest)\.pyi?$|_tests?\.pyi?$")
_ASIDE = re.compile(r"^(docs?|examples?|benchmarks?|bench|samples?)/|(^|/)\.[^/]+/")


def is_python(path: str) -> bool:
    """Whether a path is Python source (stubs included)."""
    return path.endswith((".py", ".pyi"))


def is_test(path: str) -> bool:
    """Whether a path belongs to tests, by the naming rules of pytest, unittest and the common folder names."""
    return bool(_TEST.search(path))


def is_aside(path: str) -> bool:
    """Whether a path lies beside the product: documentation, examples, benchmarks, hidden folders."""
    return bool(_ASIDE.search(path))
