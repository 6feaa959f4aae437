"""What an act changed in an answer, as a JSON Patch (RFC 6902): a large event does not travel for one result.

Values are compared as they are, before they become JSON. What no act touched is the same value before and
after, so a comparison costs little.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec


def changes(before: Any, after: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """The steps that make the JSON of one value into that of the other. `add` also replaces a member."""
    if before is after or before == after:
        return
    old, new = _members(before), _members(after)
    if old is not None and new is not None and type(before) is type(after):
        yield from _in_object(old, new, path)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) <= len(after):
        yield from _in_array(before, after, path)
    else:
        yield {"op": "replace", "path": path, "value": after}


def _in_object(old: Mapping[Any, Any], new: Mapping[Any, Any], path: str) -> Iterator[dict[str, Any]]:
    yield from ({"op": "remove", "path": _pointer_to(path, key)} for key in old if key not in new)
    for key, value in new.items():
        if key in old:
            yield from changes(old[key], value, _pointer_to(path, key))
        else:
            yield {"op": "add", "path": _pointer_to(path, key), "value": value}


def _in_array(old: Any, new: Any, path: str) -> Iterator[dict[str, Any]]:
    for place, (was, other) in enumerate(zip(old, new, strict=False)):
        yield from changes(was, other, _pointer_to(path, place))
    yield from ({"op": "add", "path": _pointer_to(path, "-"), "value": value} for value in new[len(old) :])


def _members(value: Any) -> Mapping[Any, Any] | None:
    """What is written as an object, by the names it is written with; None for what is written otherwise."""
    if isinstance(value, Mapping):
        return value
    if not isinstance(value, msgspec.Struct):
        return None
    how = value.__struct_config__
    if how.array_like or how.omit_defaults:
        return None
    fields = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    return {written: getattr(value, name) for written, name in fields}


def _pointer_to(path: str, key: Any) -> str:
    """One step further, as RFC 6901 writes it."""
    return f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"
