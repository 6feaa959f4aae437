"""What happens around every request."""

import pytest
from django.test import Client

from muster.web.middleware import LARGEST_BODY

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/sign-in", "/tours/new", "/api/v1/tokens"])
def test_a_body_above_the_limit_is_refused_before_it_is_read(address):
    answer = Client().post(
        address, b"x", content_type="text/plain", headers={"Content-Length": str(LARGEST_BODY + 1)}
    )
    assert answer.status_code == 413
    assert "16 MB" in answer.content.decode()


def test_a_length_that_is_no_number_is_not_trusted():
    answer = Client().post("/sign-in", b"x", content_type="text/plain", headers={"Content-Length": "many"})
    assert answer.status_code == 422, "an empty form, not a broken page"
