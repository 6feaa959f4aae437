"""Tables and webhooks through the API: the same acts as on their pages."""

import pytest

from tests.web.api_caller import Caller
from tests.web.api_organiser import Organiser

pytestmark = pytest.mark.django_db


def test_a_table_is_set_up_step_by_step_and_a_step_is_taken_back():
    ann = Caller("Ann")
    sat = ann.post("/tables", {"act": "sit-down", "points": [800, 800], "names": ["Ann", "Bo"]}, 201)
    table, seen = f"/tables/{sat['id']}", sat["version"]
    assert sat["names"] == ["Ann", "Bo"] and sat["setup"]["points"] == [800, 800]
    step = {"act": "do-step", "step": "edge", "seen": seen}
    assert not ann.post(f"{table}/acts?dry_run=true", step)["ok"]
    ann.post(f"{table}/acts", step, 422)
    assert ann.get(table) == sat, "a refused step changes nothing"
    agreed = ann.do(table, "do-step", step="terrain", seen=seen)
    drawn = Caller("Bo").do(table, "draw-step", seen=agreed["version"])
    assert drawn["setup"]["chooser"] and drawn["version"] > agreed["version"]
    again = ann.do(table, "undo-step", batch=drawn["latest"])
    assert again["setup"] == agreed["setup"]
    ann.do(table, "draw-step", 409, seen=seen)


def test_whoever_runs_an_event_adds_and_removes_its_webhooks():
    org = Organiser("Org")
    hooks = org.begin().replace("/tournaments/", "/webhooks/event/")
    added = org.do(hooks, "add-webhook", address="https://chat.example.org/secret", topics=["standings"])
    (hook,) = added["hooks"]
    assert (hook["host"], hook["topics"]) == ("chat.example.org", ["standings"])
    assert "/secret" not in str(org.get(hooks))
    Caller("Eve").get(hooks, 404)
    Caller("Bo").do(hooks, "remove-webhook", 404, hook=hook["id"])
    assert org.do(hooks, "remove-webhook", hook=hook["id"])["hooks"] == []
