"""What was rolled back is seen by nobody, and no answer says that nothing was changed when it was."""

import pytest

from muster.rules.violations import Refused, Violation
from muster.web.api.resources import tournaments as api
from muster.web.site.errors import DONE_BEFORE
from muster.web.tournament.desk import acts
from tests.web import own_process
from tests.web.account_fixtures import signed_in, text_of
from tests.web.api_caller import Caller
from tests.web.api_organiser import Organiser

SEEN = [
    *([], [0, []]),
    *(500, [], [0, []]),  # with a key
    *(500, [], [0, []]),  # and without
    [200, ["Lunch"]],
    *(["Lunch"], 200, ["Lunch", "Back again"], [0, ["Lunch", "Back again"]]),
]


@pytest.mark.xdist_group(own_process.GROUP)
def test_two_processes_never_see_what_was_rolled_back_on_sqlite():
    assert own_process.told()["rolled back"] == SEEN


@pytest.mark.postgres
@pytest.mark.xdist_group(own_process.GROUP)
def test_two_processes_never_see_what_was_rolled_back_on_postgresql(postgres_url):
    assert own_process.told(postgres_url)["rolled back"] == SEEN


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("keys", [{}, {"Idempotency-Key": "k1"}])
def test_who_withdraws_from_a_private_event_is_answered_and_out(keys):
    org, zoe = Organiser("Org"), Caller("Zoe")
    event = org.begin(public=False)
    zoe.do(event, "enter-me", name="Zoe")
    (me,) = [
        player["player"] for player in org.get(event)["state"]["players"] if player["player"] not in names(8)
    ]
    before = org.get(event)["version"]
    act = {"act": "withdraw", "player": me}
    gone = zoe.post(f"{event}/acts", act, **keys)
    zoe.get(event, 404)
    now = org.get(event)
    assert gone["version"] == now["version"] == before + 1 and gone["batch"]
    (left,) = [player["status"] for player in now["state"]["players"] if player["player"] == me]
    assert left == "withdrawn"
    if keys:
        assert zoe.post(f"{event}/acts", act, **keys) == gone
    assert org.do(event, "tell", words="Lunch")["version"] == before + 2


def names(count):
    return {f"p{number}" for number in range(1, count + 1)}


def refuse(*_, **__):
    raise Refused(Violation(code="tournament.unknown", source="test"))


@pytest.mark.django_db(transaction=True)
def test_an_api_answer_that_fails_leaves_nothing_done_and_says_so(monkeypatch):
    org = Organiser("Org")
    event = org.begin()
    before = org.get(event)["version"]
    with monkeypatch.context() as broken:
        broken.setattr(api, "_event_json", refuse)
        answer = org.do(event, "tell", 404, words="Lunch")
    assert answer["message"].endswith("Nothing was changed.")
    assert org.get(event)["version"] == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broken", [refuse, lambda *_, **__: 1 / 0])
def test_a_page_that_fails_after_its_act_never_says_that_nothing_was_changed(monkeypatch, broken):
    org = Organiser("Org")
    event = org.begin()
    before = org.get(event)["version"]
    monkeypatch.setattr(acts, "_redirect_on", broken)
    client = signed_in(org.account, raise_request_exception=False)
    event_page = f"/event/{event.rpartition('/')[2].replace('-', '')}/desk"
    text = text_of(client.post(f"{event_page}/act", {"do": "tell", "words": "Lunch"}))
    assert org.get(event)["version"] == before + 1
    assert DONE_BEFORE in text
    assert "Nothing was" not in text
