"""The OpenAPI document as a person reads it: chapters of calls, each with its parameters and a sample."""

from typing import Any, NamedTuple

import msgspec

SAFE = frozenset({"get", "head"})
SAMPLES = {"string": "…", "integer": 1, "number": 1.0, "boolean": True, "null": None}
FORMATS = {
    "uuid": "0190c0de-0000-7000-8000-000000000001",
    "date-time": "2026-06-19T18:30:00Z",
    "date": "2026-06-19",
}
DEEP = 8


class Parameter(NamedTuple):
    """One line of the table of parameters."""

    name: str
    place: str
    kind: str
    required: bool
    about: str


class Call(NamedTuple):
    """One method at one address."""

    id: str
    verb: str
    path: str
    writes: bool
    title: str
    about: str
    needs_account: bool
    parameters: tuple[Parameter, ...]
    body: str
    answers: tuple[tuple[str, str, str], ...]


class Chapter(NamedTuple):
    """The calls of one resource."""

    title: str
    calls: tuple[Call, ...]


def chapters(document: dict[str, Any]) -> list[Chapter]:
    """Grouped by tag, in the order of the document."""
    groups: dict[str, list[Call]] = {}
    for path, operations in document["paths"].items():
        for verb, operation in operations.items():
            tag = operation.get("tags", ["Other"])[0]
            groups.setdefault(tag, []).append(_call(document, path, verb, operation))
    return [Chapter(tag, tuple(calls)) for tag, calls in groups.items()]


def _call(document: dict[str, Any], path: str, verb: str, operation: dict[str, Any]) -> Call:
    return Call(
        id=operation["operationId"],
        verb=verb.upper(),
        path=path,
        writes=verb not in SAFE,
        title=operation["summary"],
        about=operation.get("description", ""),
        needs_account="security" in operation,
        parameters=tuple(_parameter(document, p) for p in operation.get("parameters", ())),
        body=_sample_of(document, operation.get("requestBody", {})),
        answers=tuple(_answer(document, *pair) for pair in sorted(operation["responses"].items())),
    )


def _parameter(document: dict[str, Any], parameter: dict[str, Any]) -> Parameter:
    schema = parameter.get("schema", {})
    about = parameter.get("description") or schema.get("description", "")
    kind = _kind(document, schema)
    return Parameter(parameter["name"], parameter["in"], kind, parameter.get("required", False), about)


def _kind(document: dict[str, Any], schema: dict[str, Any]) -> str:
    schema = _resolve(document, schema)
    if choices := schema.get("enum"):
        return ", ".join(map(str, choices))
    if options := schema.get("anyOf"):
        return " or ".join(_kind(document, o) for o in options if o.get("type") != "null")
    return str(schema.get("format") or schema.get("type", "any"))


def _answer(document: dict[str, Any], status: str, response: dict[str, Any]) -> tuple[str, str, str]:
    """Errors all look alike, so only the good answers show a sample."""
    response, good = _resolve(document, response), int(status) < 400
    return str(status), response.get("description", ""), _sample_of(document, response) if good else ""


def _sample_of(document: dict[str, Any], holder: dict[str, Any]) -> str:
    schema = holder.get("content", {}).get("application/json", {}).get("schema")
    if schema is None:
        return ""
    raw = msgspec.json.encode(_sample(document, schema, DEEP))
    return msgspec.json.format(raw, indent=2).decode()


def _sample(document: dict[str, Any], schema: dict[str, Any], deep: int) -> Any:
    """A value of the right shape, so that nobody has to read a schema to make a call."""
    schema = _resolve(document, schema)
    if deep == 0:
        return "…"
    if "enum" in schema:
        schema = {"const": schema["enum"][0]}
    for key in ("example", "const", "default"):
        if key in schema:
            return schema[key]
    if options := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return _sample(document, options[0], deep - 1)
    if schema.get("type") == "object":
        return {k: _sample(document, v, deep - 1) for k, v in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        parts = schema.get("prefixItems") or [schema.get("items", {})]
        return [_sample(document, part, deep - 1) for part in parts]
    return FORMATS.get(schema.get("format", ""), SAMPLES.get(schema.get("type", ""), "…"))


def _resolve(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    if not reference:
        return schema
    _, kind, name = reference.rsplit("/", 2)
    found: dict[str, Any] = document["components"][kind][name]
    return found
