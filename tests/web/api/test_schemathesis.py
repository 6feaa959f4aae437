"""The API keeps to its own OpenAPI document, whatever is sent. In-process, bounded, the same every run."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from muster.web.wsgi import application
from tests.web.account_fixtures import bearer, person

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
BOUNDED = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "phases": [Phase.explicit, Phase.generate],
    "suppress_health_check": list(HealthCheck),
}
HOST = "http://localhost"
PLAIN = {"Accept-Encoding": "identity"}  # what calls here does not unpack
ROOMS = (
    "armies",
    "battles",
    "campaigns",
    "cards",
    "dice",
    "games",
    "health",
    "me",
    "notifications",
    "registers",
)
ROOMS += ("rules", "search", "squads", "tables", "tokens", "tournaments", "webhooks", "why")
pytestmark = pytest.mark.xdist_group("openapi")  # one worker reads the document, once


@cache
def rooms() -> dict[str, list[Any]]:
    """The operations by the room their path begins with; read once, and by no test that does not ask."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application, base_url=HOST)
    operations = sorted((found.ok() for found in schema.get_all_operations()), key=lambda o: o.path)
    return {room: list(found) for room, found in groupby(operations, lambda o: room_of(o.path))}


def room_of(path: str) -> str:
    return path.removeprefix("/api/v1/").split("/")[0]


def sent(operations: list[Any], examples: int, **how: Any) -> Iterator[str]:
    """Each operation is sent what its document allows, with an outcome for every check."""
    for operation in operations:

        @seed(1138)
        @settings(max_examples=examples, **BOUNDED)
        @given(case=operation.as_strategy())
        def keeps_to_its_document(case: Any) -> None:
            case.call_and_validate(checks=CHECKS, **how)

        keeps_to_its_document()
        yield operation.label


def test_every_room_of_the_api_is_listed_here(db):
    assert tuple(rooms()) == ROOMS


@pytest.mark.parametrize("room", ROOMS)
def test_the_api_keeps_to_its_document(room, db):
    headers = bearer(person("Ada")) | PLAIN
    assert list(sent(rooms()[room], 10, headers=headers))


@pytest.mark.parametrize("room", ROOMS)
def test_the_api_keeps_to_its_document_for_strangers(room, db):
    assert list(sent(rooms()[room], 3, headers=PLAIN))
