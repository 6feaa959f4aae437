"""Inside the demo one becomes one of its people by a click, and nobody else."""

import pytest
from django.http import Http404
from django.test import RequestFactory
from django.urls import NoReverseMatch, reverse

from muster.web.look.demo_world import PEOPLE, enter
from tests.web.account_fixtures import person


@pytest.mark.django_db
def test_nobody_but_the_demos_people_can_be_entered(client):
    for handle in ("ann", "root"):
        person(handle)
    request = RequestFactory().get("/")
    request.session = client.session
    assert "ann" in PEOPLE and enter(request, "ann").status_code == 302
    for handle in ("root", "bo", "nobody"):  # an account that is none of them, and one that is not there
        with pytest.raises(Http404):
            enter(request, handle)


def test_on_a_server_there_is_no_such_door():
    with pytest.raises(NoReverseMatch):
        reverse("demo-enter", args=["ann"])
