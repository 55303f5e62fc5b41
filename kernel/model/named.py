"""Named tuples written as ``typing.NamedTuple`` is, without ``typing``: importing that takes a hook as long as ten rooms."""

import sys
from collections import namedtuple

TYPE_CHECKING = False

if TYPE_CHECKING or sys.version_info >= (3, 14):  # from 3.14 on a class body no longer holds its annotations
    from typing import NamedTuple as NamedTuple
else:

    class _Fields(type):
        """Makes a tuple class of what a class body declares."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            last = tuple(field for field in fields if field in body)
            if fields[len(fields) - len(last) :] != last:
                raise TypeError(f"a field of {name} without default follows one with")
            made = namedtuple(name, fields, defaults=[body[field] for field in last], module=body["__module__"])
            for key, value in body.items():
                if key not in fields and key != "__classcell__":
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Fields):
        """The base of a named tuple; fields with defaults come last."""
