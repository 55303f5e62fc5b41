"""The lazy tree over sorted paths."""

from hypothesis import given
from hypothesis import strategies as st

from ck_tui.tree import children, count_below, parents, visible

NAME = st.text("ab-./é0", min_size=1, max_size=3).map(lambda s: s.replace("/", "x")).filter(lambda s: s not in (".", ".."))
PATHS = st.lists(st.lists(NAME, min_size=1, max_size=4).map("/".join), unique=True, max_size=30).map(sorted)


def without_clashes(paths: list[str]) -> list[str]:
    """A name cannot be a file and a folder at once."""
    return [path for path in paths if not any(other.startswith(path + "/") for other in paths)]


@given(PATHS)
def test_opening_everything_shows_every_file_once_under_its_folders(paths: list[str]) -> None:
    paths = without_clashes(paths)
    opened = frozenset(folder for path in paths for folder in parents(path))
    rows = visible(paths, opened, {})
    assert sorted(row.path for row in rows if not row.folder) == paths
    assert {row.path for row in rows if row.folder} == opened
    assert all(row.files == sum(path.startswith(row.path) for path in paths) for row in rows if row.folder)


@given(PATHS)
def test_closed_folders_show_only_the_top(paths: list[str]) -> None:
    paths = without_clashes(paths)
    assert {row.name.rstrip("/") for row in visible(paths, frozenset(), {})} == {path.split("/")[0] for path in paths}
    assert count_below(paths, "") == len(paths)


def test_folders_come_first_and_carry_their_hits() -> None:
    paths = sorted(["a.py", "src/x.py", "src/y.py", "src-old/z.py"])
    assert children(paths, "") == ["src-old/", "src/", "a.py"]
    row = next(row for row in visible(paths, frozenset(), {"src/x.py": "slice", "src/y.py": "drop"}) if row.name == "src/")
    assert (row.hits, row.files) == (1, 2)
