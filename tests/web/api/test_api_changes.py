"""An act answers with what it changed, and the changes make the old answer into the new one."""

import json

import pytest

from muster.web.api.answers import encode
from muster.web.api.changes import changes
from tests.web.api_organiser import WON, Organiser

pytestmark = pytest.mark.django_db

SEEN = ("version", "audience", "names", "state")


def patched(document, steps):
    """RFC 6902, as far as our answers use it."""
    document = json.loads(json.dumps(document))
    for step in steps:
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in step["path"].split("/")[1:]]
        where = document
        for part in way:
            where = where[int(part)] if isinstance(where, list) else where[part]
        match where, step["op"]:
            case list(), "add" if last == "-":
                where.append(step["value"])
            case list(), _:
                where[int(last)] = step["value"]
            case _, "remove":
                del where[last]
            case _, _:
                where[last] = step["value"]
    return document


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3, 4]}),
        ({"a/b~c": 1, "gone": 2}, {"a/b~c": {"new": None}}),
        ({"a": [1, 2, 3]}, {"a": [3]}),
        ({"a": None, "told": {1: "x"}}, {"a": [], "told": {1: "y", 12: "z"}}),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}),
    ],
)
def test_changes_make_one_value_into_the_other(before, after):
    steps = json.loads(encode(list(changes(before, after))))
    assert patched(json.loads(encode(before)), steps) == json.loads(encode(after))
    assert not list(changes(after, after))


def test_every_act_of_an_event_answers_with_what_it_changed():
    org = Organiser("Org")
    event = org.begin()
    held = org.get(event)

    def act(name: str, **fields: object) -> dict:
        nonlocal held
        answer = org.post(f"{event}/acts", {"act": name, **fields})
        now = org.get(event)
        assert answer["since"] == held["version"] and answer["version"] == now["version"]
        assert patched({key: held[key] for key in SEEN}, answer["changes"]) == {key: now[key] for key in SEEN}
        assert answer["batch"] and "state" not in answer and "names" not in answer
        held = now
        return answer

    for number in (1, 2):
        act("draft")
        games = held["state"]["draft"]["drawn"]["round"]["games"]
        act("swap", one="p1", other=next(each for each in games if "p1" not in each["players"])["players"][1])
        act("publish", draft=held["state"]["draft"]["number"])
        act("start-clock")
        for game in held["state"]["rounds"][-1]["round"]["games"]:
            act("enter-result", number=number, table=game["table"], slip=WON)
        undone = act("enter", names=[f"Late {number}"])
        assert undone["answer"] == ["p9"]
        act("undo", batch=undone["batch"])
        act("close-round")
    act("drop", player="p2")
    act("end")


def test_one_result_costs_one_result_however_many_play():
    """The bytes of the answer do not grow with the event; the whole is there for who asks."""
    org, sizes = Organiser("Org"), {}
    for players in (8, 32):
        made = org.post("/tournaments", {"act": "begin", "name": f"Cup {players}", "plan": {}}, 201)
        event = f"/tournaments/{made['id']}"
        org.do(event, "enter", names=[f"Player {n}" for n in range(players)], present=True)
        org.do(event, "announce")
        org.pair(event)
        org.do(event, "start-clock")
        act = {"act": "enter-result", "number": 1, "table": 1, "slip": WON}
        sizes[players] = len(json.dumps(org.post(f"{event}/acts", act)))
        whole = org.post(f"{event}/acts?whole=true", act | {"table": 2})
        assert len(whole["state"]["players"]) == players
    assert sizes[32] < sizes[8] + 40 < 2_000
