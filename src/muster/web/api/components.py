"""Named schemas of the OpenAPI document for what msgspec encodes: acts, armies, events, games.

A resource names a struct with `Struct` where pydantic sees a dictionary; `ActsRouter` names the union of its
acts. The document holds marks for them until `name_components` puts each schema under `components` once, with
a short name, and a reference wherever a mark was.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import msgspec
from pydantic import GetJsonSchemaHandler

MARK: Final = "x-muster-struct"
REFERENCES: Final = "#/components/schemas/{name}"
VALUES: Final = frozenset({"default", "example", "examples", "enum", "const", "mapping"})
"""Keys that hold values rather than schemas."""
_MARKED: Final[dict[int, tuple[Any, str]]] = {}
_numbers = count(1)


def mark_struct(kind: Any, name: str = "") -> dict[str, Any]:
    """A mark for this type; a union needs a name, a struct has one."""
    number = next(_numbers)
    _MARKED[number] = kind, name
    return {MARK: number}


class Struct:
    """An annotation: what pydantic sees as a dictionary is this struct, or one of this named union."""

    def __init__(self, kind: Any, name: str = "") -> None:
        self.mark = mark_struct(kind, name)

    def __get_pydantic_json_schema__(self, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(self.mark)


def name_components(document: dict[str, Any]) -> dict[str, Any]:
    """The document with every mark resolved, and every schema one that generators read."""
    marked = {number: _MARKED[number] for number in sorted(_marks_in(document))}
    kinds = [kind for kind, _ in marked.values()]
    roots, parts = msgspec.json.schema_components(kinds, ref_template=REFERENCES)
    schemas: dict[str, Any] = document["components"]["schemas"]
    names = _short_names(parts, set(schemas)) | _page_names(schemas)
    named: dict[str, Any] = {}
    references: dict[int, dict[str, Any]] = {}
    for (number, (_, name)), root in zip(marked.items(), roots, strict=True):
        references[number] = {"$ref": REFERENCES.format(name=name)} if name else root
        if name:
            named[name] = root
    pages = {name: schemas.pop(name) for name in [*schemas] if name in names}
    for name, schema in (pages | parts | named).items():
        short = names.get(name, name)
        if short in schemas:
            raise ValueError(f"two schemas are called {short}")
        schemas[short] = schema
    resolved: dict[str, Any] = _resolve(document, references, names)
    _drop_unused(resolved)
    return resolved


def _drop_unused(document: dict[str, Any]) -> None:
    """Schemas of parameters, which stand beside each parameter."""
    text = msgspec.json.encode(document).decode()
    schemas = document["components"]["schemas"]
    for name in [*schemas]:
        if f'"{REFERENCES.format(name=name)}"' not in text:
            del schemas[name]


def _marks_in(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        if MARK in value:
            yield value[MARK]
        for part in value.values():
            yield from _marks_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _marks_in(part)


def _short_names(parts: dict[str, Any], taken: set[str]) -> dict[str, str]:
    """msgspec spells a name out where two structs share it: then the room stands before it."""
    names = {name: name if "." not in name else _with_room(name) for name in parts}
    return {name: f"{short}Value" if short in taken else short for name, short in names.items()}


def _page_names(schemas: dict[str, Any]) -> dict[str, str]:
    """`Page_ArmyOut_`, as pydantic has it, is called `ArmyOutPage`."""
    return {name: f"{name[5:-1]}Page" for name in schemas if name.startswith("Page_")}


def _with_room(name: str) -> str:
    *_, folder, module, struct = name.split(".")
    if module == "commands":
        return f"{_title(folder)}{struct}Act"
    return _title(module) + struct


def _title(name: str) -> str:
    return "".join(word.title() for word in name.split("_"))


def _resolve(value: Any, references: dict[int, dict[str, Any]], names: dict[str, str]) -> Any:
    """Marks become references, names short ones, and schemas plain."""
    if isinstance(value, list):
        return [_resolve(part, references, names) for part in value]
    if not isinstance(value, dict):
        return value
    if MARK in value:
        about = {"description": value["description"]} if "description" in value else {}
        return _resolve(references[value[MARK]], references, names) | about
    found = {
        str(key): part if key in VALUES else _resolve(part, references, names)
        for key, part in value.items()
        if not (key == "title" and isinstance(part, str) and "version" not in value)
    }
    if isinstance(reference := found.get("$ref"), str):
        found["$ref"] = _rename_reference(reference, names)
    if "discriminator" in found and "anyOf" in found:
        mapping = found["discriminator"]["mapping"]
        found["discriminator"]["mapping"] = {tag: _rename_reference(to, names) for tag, to in mapping.items()}
        found["oneOf"] = found.pop("anyOf")
    if isinstance(choices := found.get("enum"), list) and len(choices) == 1:
        found["const"] = found.pop("enum")[0]
    if found.get("items") is False:
        _plain_tuple(found)
    if isinstance(pattern := found.get("pattern"), str):  # Python's ends of a text are not JavaScript's
        found["pattern"] = pattern.replace(r"\A", "^").replace(r"\Z", "$")
    return found


def _rename_reference(reference: str, names: dict[str, str]) -> str:
    place, _, name = reference.rpartition("/")
    return f"{place}/{names.get(name, name)}"


def _plain_tuple(schema: dict[str, Any]) -> None:
    """A tuple of one kind is a list of so many; of several kinds it says what any of its items may be, for
    readers that do not know `prefixItems`. `maxItems` says that there are no more."""
    parts = schema.get("prefixItems", [])
    different = [part for place, part in enumerate(parts) if part not in parts[:place]]
    if len(different) > 1:
        schema["items"] = {"anyOf": different}
        return
    schema.pop("prefixItems", None)
    schema["items"] = different[0] if different else {}
