"""Holds answers of the API against its OpenAPI document: the status is declared, and the body is as its
schema says."""

import re
from functools import cache
from typing import Any

import jsonschema_rs

from muster.web.urls import api

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


def hold_to_document(answer: Any) -> None:
    """Fail where an answer of Django's test client is not what the document promises."""
    method = answer.request["REQUEST_METHOD"].lower()
    path = "/" + PARAMETER.sub(r"{\1}", answer.resolver_match.route)
    operation = api.document["paths"].get(path, {}).get(method)
    if operation is None:
        return
    label = f"{method.upper()} {path} {answer.status_code}"
    declared = operation["responses"].get(str(answer.status_code))
    assert declared, f"{label} is not in the document"
    if "$ref" in declared:  # an error, as all of them are
        declared = api.document["components"]["responses"][declared["$ref"].rpartition("/")[2]]
    kind = answer.get("Content-Type", "").partition(";")[0]
    assert kind in declared.get("content", {kind: {}}), f"{label} answers with {kind}"
    if kind == "application/json":
        found = schema_of(path, method, str(answer.status_code)).iter_errors(answer.json())
        errors = [f"{error.instance_path}: {error.message[:300]}" for error in found]
        assert not errors, (label, errors[:3])


@cache
def schema_of(path: str, method: str, status: str) -> jsonschema_rs.Draft202012Validator:
    """The schema of a call's answers with this status."""
    answer = api.document["paths"][path][method]["responses"][status]
    schema = answer["content"]["application/json"]["schema"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": api.document["components"]})
