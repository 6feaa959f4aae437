"""The OpenAPI document as generators take it: named schemas, short ids, every status that a call can give."""

from http import HTTPStatus
from typing import Any, Final

from muster.web.api import answers
from muster.web.api.answers import Problem, TriedAnswer
from muster.web.api.components import name_components
from muster.web.api.examples import add_examples
from muster.web.api.parameters import describe_parameters

PROBLEM: Final = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
TRIED: Final = {"$ref": "#/components/schemas/TriedAnswer"}
ALWAYS: Final = frozenset({400, 405, 413, 429, 500, 503})
RETRY: Final = {
    "Retry-After": {"description": "Seconds to wait before the next try", "schema": {"type": "integer"}}
}
LEFT: Final = {
    "RateLimit": {"description": 'What is left: `"api";r=1199;t=1`', "schema": {"type": "string"}},
    "RateLimit-Policy": {"description": 'The limit: `"api";q=1200;w=60`', "schema": {"type": "string"}},
}
LOCATION: Final = {"Location": {"description": "Where it is", "schema": {"type": "string"}}}


def complete_document(document: dict[str, Any]) -> dict[str, Any]:
    """ninja's document with what it leaves out."""
    components = document["components"]
    components.setdefault("schemas", {}).update(_error_schemas())
    components["responses"] = {_response_name(status): _response(status) for status in answers.SENTENCES}
    for operations in document["paths"].values():
        for operation in operations.values():
            _complete_answers(operation)
            _add_trial(operation)
    document["servers"] = [{"url": "/"}]
    named = name_components(document)
    add_examples(named)
    describe_parameters(named)
    return named


def _error_schemas() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for answer in (Problem, TriedAnswer):
        schema = answer.model_json_schema(ref_template="#/components/schemas/{model}")
        found |= {**schema.pop("$defs"), answer.__name__: schema}
    return found


def _response_name(status: int) -> str:
    return "".join(word.title() for word in HTTPStatus(status).name.split("_"))


def _response(status: int) -> dict[str, Any]:
    found: dict[str, Any] = {"description": answers.meaning(status), "content": PROBLEM}
    return found | ({"headers": RETRY} if status in (429, 503) else {})


def _complete_answers(operation: dict[str, Any]) -> None:
    """Each call names the errors it can give; they all look alike."""
    told = {int(status): answer for status, answer in operation["responses"].items()}
    for status, answer in told.items():
        if status < 400:
            answer["headers"] = LEFT | (LOCATION if status == 201 else {})
    errors = _possible_errors(operation) | {status for status in told if status >= 400}
    references = {
        status: {"$ref": f"#/components/responses/{_response_name(status)}"} for status in sorted(errors)
    }
    good = {status: answer for status, answer in told.items() if status < 400}
    operation["responses"] = {str(status): answer for status, answer in (good | references).items()}


def _possible_errors(operation: dict[str, Any]) -> set[int]:
    possible = set(ALWAYS)
    places = {parameter["in"] for parameter in operation.get("parameters", ())}
    has_body = "requestBody" in operation
    if places or has_body:
        possible |= {422}
    if has_body or "path" in places:
        possible |= {404}  # a body may name things that are not there, or not the caller's
    if "security" in operation:
        possible |= {401, 403}
    if has_body or ("security" in operation and "header" in places):
        possible |= {409}
    return possible


def _add_trial(operation: dict[str, Any]) -> None:
    """A call that can be tried answers in another shape then."""
    if any(parameter["name"] == "dry_run" for parameter in operation.get("parameters", ())):
        done = operation["responses"].setdefault("200", {"description": "OK", "headers": LEFT})
        own = done.get("content", {}).get("application/json", {}).get("schema")
        both = {"anyOf": [own, TRIED]} if own else TRIED
        done["content"] = {"application/json": {"schema": both}}
