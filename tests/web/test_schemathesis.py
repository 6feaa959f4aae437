"""The API keeps to its own OpenAPI document, whatever is sent. In-process, bounded, the same every run."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, seed, settings
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
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application, base_url=HOST)


@pytest.fixture
def account_headers(db) -> dict[str, str]:
    return bearer(person("Ada"))


@seed(1138)
@schema.parametrize()
@settings(max_examples=25, **BOUNDED)
def test_the_api_keeps_to_its_document(case, account_headers):
    case.call_and_validate(headers=account_headers, checks=CHECKS)


@seed(1138)
@schema.parametrize()
@settings(max_examples=5, **BOUNDED)
def test_the_api_keeps_to_its_document_for_strangers(case, db):
    case.call_and_validate(checks=CHECKS)
