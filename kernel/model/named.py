"""Named tuples written as ``typing.NamedTuple`` is, at a fifth of the price: a hook makes fifty such classes.

``typing`` is not imported, and a class's constructor is compiled when more than a few instances are made.
"""

import sys

TYPE_CHECKING = False

if TYPE_CHECKING or sys.version_info >= (3, 14):  # from 3.14 on a class body no longer holds its annotations
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter

    _FEW = 8

    class _Record(tuple):
        __slots__ = ()
        _made = 0

        def __new__(cls, *values, **named):
            cls._made += 1
            if cls._made == _FEW:
                cls.__new__ = staticmethod(_constructor(cls))
            return tuple.__new__(cls, _filled(cls, values, named))

        @classmethod
        def _make(cls, values):
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"expected {len(cls._fields)} values of {cls.__name__}, got {len(made)}")
            return made

        def _replace(self, /, **changes):
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"{type(self).__name__} has no field {list(changes)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            told = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({told})"

        def __getnewargs__(self):
            return tuple(self)

    def _filled(cls, values, named):
        """All values in order."""
        missing = cls._fields[len(values) :]
        given = {**cls._field_defaults, **named}
        if len(values) > len(cls._fields) or not named.keys() <= set(missing) or not given.keys() >= set(missing):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
        return (*values, *map(given.__getitem__, missing)) if missing else values

    def _constructor(cls):
        names = ", ".join(cls._fields)
        comma = "," if cls._fields else ""
        made = eval(f"lambda _cls, {names}: _new(_cls, ({names}{comma}))", {"_new": tuple.__new__})
        made.__defaults__ = tuple(cls._field_defaults.values())
        made.__name__ = made.__qualname__ = cls.__name__
        return made

    class _Fields(type):
        """Makes a tuple class of what a class body declares."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            if fields[len(fields) - len(defaults) :] != tuple(defaults):
                raise TypeError(f"a field of {name} without default follows one with")
            body.update((field, _tuplegetter(at, "")) for at, field in enumerate(fields))
            body.update(_fields=fields, _field_defaults=defaults, __match_args__=fields, __slots__=())
            return type(name, (_Record,), body)

    class NamedTuple(metaclass=_Fields):
        """The base of a named tuple; fields with defaults come last."""
