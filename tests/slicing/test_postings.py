"""The word index answers as plain sets would, packed or not, and after any changes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.slicing.postings import Postings, SourceFile, WordIndex, words_of

WORDS = st.sampled_from(["alpha", "beta", "gamma", "alphabet", "alp", "_x_", "zeta9", "delta", "a_very_long_name", "ALPHA"])
LINES = st.one_of(
    WORDS.map(lambda w: f"{w} = 1"),
    WORDS.map(lambda w: f"def {w}():"),
    WORDS.map(lambda w: f"class {w}(object):"),
    WORDS.map(lambda w: f"    async def {w}(self):"),
    st.text(max_size=12),
)
CONTENT = st.lists(LINES, max_size=8).map("\n".join)
PATHS = st.sampled_from(["a.py", "b/c.py", "z.py", "new\nline.py", "\udcff.py", "-x.py", "[red].py"])
ASKED = ["alpha", "beta", "gamma", "alphabet", "alp", "_x_", "zeta9", "delta", "a_very_long_name", "missing", "", "é", "\ud800", "\n"]


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def holds(content: str, word: str) -> bool:
    """The plain answer: is the word one of the file's identifiers?"""
    low = encoded(content).lower()
    letters = bytes(c if c < 128 and (chr(c).isalnum() or c == 95) else 32 for c in range(256))
    return len(word) > 2 and encoded(word) in low.translate(letters).split()


def indexed(files: dict[str, str]) -> Postings:
    entries = [(SourceFile(path, 1, len(text), 2, "00"), words_of(encoded(text), path)) for path, text in sorted(files.items())]
    return Postings.build(entries)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(PATHS, CONTENT, max_size=6))
def test_the_index_answers_as_sets_would_also_after_packing(files: dict[str, str]) -> None:
    postings = indexed(files)
    again = Postings.unpack(postings.pack())
    assert again is not None and again.files == postings.files
    for known in (postings, again):
        for word in ASKED:
            found = [known.files[k].path for k in known.holding(word)]
            assert found == [p for p in sorted(files) if holds(files[p], word)], word


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(PATHS, CONTENT, max_size=6), st.dictionaries(PATHS, st.none() | CONTENT, max_size=6))
def test_changed_deleted_and_new_files_correct_the_index(files: dict[str, str], after: dict[str, str | None]) -> None:
    postings = indexed(files)
    gone = frozenset(k for k, f in enumerate(postings.files) if f.path in after)
    fresh = {path: words_of(encoded(text), path) for path, text in after.items() if text is not None}
    index = WordIndex(postings, fresh, gone)
    now = {p: t for p, t in {**files, **after}.items() if t is not None}
    for word in ASKED:
        assert index.holding(word) == tuple(p for p in sorted(now) if holds(now[p], word)), word


def test_definitions_are_found_whatever_their_case_and_indentation() -> None:
    text = "class Cart:\n    async def checkout(self): ...\n\tdef total(self): ...\n# def ined\n"
    index = WordIndex(indexed({"a.py": text, "b.py": "Cart()\ncheckout = 1\n"}), {}, frozenset())
    for name in ("Cart", "cart", "checkout", "TOTAL"):
        assert index.defining(name) == ("a.py",), name
    assert index.defining("nothing") == () and index.defining("") == ()


@given(st.binary(max_size=300))
def test_words_of_any_bytes(data: bytes) -> None:
    for word in words_of(data, "a.py"):
        assert b"\n" not in word and b" " not in word and word == word.lower()


@settings(max_examples=80, deadline=None)
@given(st.binary(min_size=1, max_size=120), st.integers(0, 300))
def test_a_damaged_or_cut_or_foreign_index_is_none(noise: bytes, at: int) -> None:
    blob = indexed({"a.py": "def alpha(): beta", "b.py": "gamma"}).pack()
    damaged = blob[:at] + noise + blob[at + len(noise) :]
    assert damaged == blob or Postings.unpack(damaged) is None
    assert Postings.unpack(blob[: min(at, len(blob) - 1)]) is None
    assert Postings.unpack(noise) is None
