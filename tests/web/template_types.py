"""What is known of a value in a template: the types it may have, and the types of what it holds.

A value is a set of types. The empty set stands for a value of which nothing is known: it may hold anything.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import cache, cached_property, reduce
from operator import or_
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NewType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

Value = frozenset[Any]
ANYTHING: Value = frozenset()
OF_AN_ENUM = ("name", "value")
PLAIN = (str, int, bool, float)


def value(hint: Any) -> Value:
    """The types that a hint allows. `None` is left out: a page asks before it looks inside."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return either(*(value(arg) for arg in get_args(hint) if arg is not NoneType))
    if origin in (Annotated, ClassVar, Final):
        return value(get_args(hint)[0])
    if origin is Literal:
        return frozenset(type(arg) for arg in get_args(hint))
    if isinstance(hint, NewType):
        return value(hint.__supertype__)
    known = isinstance(origin or hint, type) and hint not in (NoneType, object)
    return frozenset({hint}) if known else ANYTHING


def either(*values: Value) -> Value:
    """A value that is one of several: if nothing is known of one, nothing is known of all."""
    return reduce(or_, values, ANYTHING) if all(values) else ANYTHING


def many(kinds: Value) -> Value:
    """A row of such values."""
    return frozenset(tuple[each, ...] for each in kinds)  # type: ignore[valid-type]


def inside(row: Value) -> Value:
    """What a loop over a value gives."""
    return either(*map(_inside, row))


def _kind(hint: Any) -> type:
    """The class of a hint; a function or a macro, kept as a value, is only an object here."""
    kind = get_origin(hint) or hint
    return kind if isinstance(kind, type) else object


@cache
def _inside(hint: Any) -> Value:
    kind, parts = _kind(hint), get_args(hint)
    if kind is tuple and parts:
        return either(*(value(part) for part in parts if part is not Ellipsis))
    if _is_named_tuple(kind):
        return ANYTHING
    return value(parts[0]) if parts and issubclass(kind, Iterable) else ANYTHING


def spread(kinds: Value, count: int) -> list[Value]:
    """What the names of `for a, b in …` get."""
    found = [_spread(hint, count) for hint in kinds]
    return [either(*(row[at] for row in found)) for at in range(count)] if found else [ANYTHING] * count


def _spread(hint: Any, count: int) -> list[Value]:
    kind, parts = _kind(hint), get_args(hint)
    if _is_named_tuple(kind):
        parts = tuple(hints_of(kind).get(name) for name in kind._fields)
    elif kind is not tuple or Ellipsis in parts:
        return [_inside(hint)] * count
    return [value(part) for part in parts] if len(parts) == count else [ANYTHING] * count


def item(row: Value, key: object) -> Value:
    """`row[key]`, where the key is written down or `None`."""
    return either(*(_item(hint, key) for hint in row))


def _item(hint: Any, key: object) -> Value:
    kind, parts = _kind(hint), get_args(hint)
    if issubclass(kind, Mapping):
        return value(parts[1]) if len(parts) > 1 else ANYTHING
    if kind is tuple and isinstance(key, int) and Ellipsis not in parts:
        return value(parts[key]) if key < len(parts) else ANYTHING
    return _inside(hint) if isinstance(key, int) else ANYTHING


def attribute(whole: Value, name: str) -> Value | None:
    """`whole.name`, or `None` if no type it may have knows the name."""
    found = [_attribute(hint, name) for hint in whole]
    held = [kind for kind in found if kind is not None]
    return None if found and not held else either(*held)


@cache
def _attribute(hint: Any, name: str) -> Value | None:
    kind = _kind(hint)
    if issubclass(kind, Enum) and name in OF_AN_ENUM:
        return ANYTHING
    for candidate in (kind, *_below(kind)):  # a page may ask what it has before it looks inside
        if name in (hints := hints_of(candidate)):
            return value(hints[name])
        if hasattr(candidate, name):
            return _of_class(getattr(candidate, name))
    return None if _is_closed(kind) else ANYTHING


def _of_class(found: object) -> Value:
    """A property's value; a method is kept as it is, for whoever calls it."""
    if isinstance(found, property | cached_property):
        function = found.fget if isinstance(found, property) else found.func
        return returned(frozenset({function}))
    return frozenset({found}) if callable(found) and not isinstance(found, type) else ANYTHING


def returned(called: Value) -> Value:
    """What functions give back."""
    return either(*(value(hints_of(function).get("return", object)) for function in called))


def _is_closed(kind: type) -> bool:
    """Whether a type names all that its values hold. A mapping does not: its keys are read like names."""
    own = issubclass(kind, msgspec.Struct | Enum) or dataclasses.is_dataclass(kind) or _is_named_tuple(kind)
    return own or kind in PLAIN or kind is tuple


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _below(kind: type) -> Collection[type]:
    """The kinds made from a kind: only of our own."""
    if not kind.__module__.startswith("muster."):
        return ()
    return [each for child in type.__subclasses__(kind) for each in (child, *_below(child))]


@cache
def hints_of(described: type | Callable[..., object]) -> dict[str, Any]:
    """The hints of a kind or a function; none where one names what is imported for the type checker only."""
    try:
        return get_type_hints(described)
    except (NameError, TypeError, AttributeError):
        return {}
