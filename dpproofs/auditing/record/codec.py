"""Records to JSON and back, by the names and types of their fields: one rule for the whole tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from dpproofs.kernel.errors import BadInput
from dpproofs.notebook import shown

T = TypeVar("T")

WHERE_THERE = {"where there": True}  # metadata of fields that have no key while they are None


class Recorded(ABC):
    """What has a record, and so a form as plain data."""

    @abstractmethod
    def record(self) -> Any:
        """All of it as a record."""

    def to_json(self) -> Any:
        """The record as plain data."""
        return to_json(self.record())

    def _repr_html_(self) -> str:
        return shown(repr(self).strip("<>"), rows=_rows(self.to_json()))


def to_json(value: Any) -> Any:
    """A record as plain data: a dictionary with a key for each field, tuples as lists."""
    if is_dataclass(value):
        found = ((item, getattr(value, item.name)) for item in fields(value))
        return {
            item.name: to_json(inside)
            for item, inside in found
            if inside is not None or not item.metadata
        }
    if isinstance(value, Mapping):
        return {name: to_json(inside) for name, inside in value.items()}
    return [to_json(inside) for inside in value] if isinstance(value, tuple | list) else value


def _rows(data: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """What a record says, a row each; what it says nothing of is left out."""
    for name, inside in data.items():
        words = f"{above} {name.replace('_', ' ')}".lstrip()
        if isinstance(inside, Mapping):
            yield from _rows(inside, words)
        elif inside not in (None, "", []):
            yield words, f"{inside:.6g}" if isinstance(inside, float) else str(inside)


def from_json(kind: type[T], data: Any) -> T:
    """The record of a type that is written as this data.

    A key that is missing gets the field's default. Of several types the first is taken that the
    data fit.

    Raises
    ------
    BadInput
        When a key is unknown, one without a default is missing, or a value has another type.
    """
    found: T = _read(kind, data, kind.__name__)
    return found


def _read(kind: Any, data: Any, place: str) -> Any:
    if kind is Any:
        return data
    if get_origin(kind) in (Union, UnionType):
        return _any_of(get_args(kind), data, place)
    if get_origin(kind) is Literal:
        return _checked(data in get_args(kind), data, place, f"one of {get_args(kind)}")
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(kind, data, place)
    if get_origin(kind) is tuple:
        _checked(isinstance(data, list | tuple), data, place, "a list")
        return _entries(get_args(kind), data, place)
    if get_origin(kind) is not None:  # a mapping
        _checked(isinstance(data, Mapping), data, place, "an object")
        inside = get_args(kind)[1]
        return {name: _read(inside, value, f"{place}.{name}") for name, value in data.items()}
    right = isinstance(data, (int, float) if kind is float else kind)
    right &= kind is bool or not isinstance(data, bool)
    return _checked(right, data, place, f"of type {kind.__name__}")


def _any_of(kinds: Sequence[Any], data: Any, place: str) -> Any:
    if data is None and NoneType in kinds:
        return None
    rest = [kind for kind in kinds if kind is not NoneType]
    for kind in rest[:-1]:
        try:
            return _read(kind, data, place)
        except BadInput:
            continue
    return _read(rest[-1], data, place)


def _record(kind: Any, data: Any, place: str) -> Any:
    _checked(isinstance(data, Mapping), data, place, "an object")
    named = _fields(kind)
    for name in data:
        _checked(name in named, name, place, f"one of the keys {', '.join(named)}")
    for name, (item, _) in named.items():
        optional = item.default is not MISSING or item.default_factory is not MISSING
        _checked(name in data or optional, [*data], place, f"with the key {name}")
    return kind(**{name: _read(named[name][1], data[name], f"{place}.{name}") for name in data})


def _entries(kinds: Sequence[Any], data: Sequence[Any], place: str) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:  # tuple[T, ...]
        kinds = [kinds[0]] * len(data)
    _checked(len(data) == len(kinds), data, place, f"a list of {len(kinds)}")
    both = zip(kinds, data, strict=True)
    return tuple(_read(kind, entry, f"{place}[{i}]") for i, (kind, entry) in enumerate(both))


@cache
def _fields(kind: Any) -> Mapping[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return {item.name: (item, hints[item.name]) for item in fields(kind)}


def _checked(right: bool, value: Any, place: str, accepted: str) -> Any:
    if not right:
        raise BadInput(place, value, accepted)
    return value
