"""Named tuples of our own making are what ``typing`` would make."""

import pickle

import pytest

from kernel.model.named import NamedTuple


class Place(NamedTuple):
    """A place."""

    path: str
    line: int = 1
    why: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """In words."""
        return f"{self.path}:{self.line}"

    def moved(self, by: int) -> "Place":
        """Further down."""
        return self._replace(line=self.line + by)


def test_fields_defaults_methods_and_documentation_are_those_of_the_class() -> None:
    place = Place("a.py")
    assert place == ("a.py", 1, ())
    assert Place._fields == ("path", "line", "why")
    assert Place._field_defaults == {"line": 1, "why": ()}
    assert Place.__doc__ == "A place."
    assert place.moved(3).told == "a.py:4"
    assert repr(place) == "Place(path='a.py', line=1, why=())"


def test_it_is_a_tuple_that_pickles_and_does_not_change() -> None:
    place = Place("a.py", 2)
    assert pickle.loads(pickle.dumps(place)) == place
    assert type(pickle.loads(pickle.dumps(place))) is Place
    with pytest.raises(AttributeError):
        place.line = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        Place()  # type: ignore[call-arg]


def test_a_field_without_default_cannot_follow_one_with() -> None:
    with pytest.raises(TypeError):
        exec("class Bad(NamedTuple):\n    a: int = 1\n    b: str\n", {"NamedTuple": NamedTuple, "__name__": "x"})


def test_values_come_by_place_or_name_and_too_many_or_unknown_ones_are_refused() -> None:
    assert Place(line=4, path="b") == Place("b", 4) == Place._make(["b", 4, ()])
    assert Place("b", 4)._asdict() == {"path": "b", "line": 4, "why": ()}
    for wrong in (lambda: Place("b", 1, (), 2), lambda: Place("b", row=2), lambda: Place._make("b")):  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="row"):
        Place("b")._replace(row=2)  # type: ignore[call-arg]


def test_patterns_match_by_position() -> None:
    match Place("b", 7):
        case Place(path, line):
            assert (path, line) == ("b", 7)
        case _:
            pytest.fail("no match")
