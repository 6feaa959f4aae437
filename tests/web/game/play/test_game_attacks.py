"""Games attacked by hand: from the other seat, with absurd bodies, from a stale tab, at the other's acts."""

import json

import pytest
from django.test import Client

from muster.store.log.models import LogEvent
from muster.web.middleware import LARGEST_BODY
from tests.transactions import rolled_back
from tests.web import kept_world
from tests.web.access_world import World

pytestmark = pytest.mark.django_db
KINDS = ("game", "operation")


@pytest.fixture(scope="module")
def kept(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), rolled_back():
        yield kept_world.kept(World)


@pytest.fixture
def world(kept, db):
    return kept


def events(world: World, kind: str) -> int:
    return LogEvent.objects.filter(stream=f"game:{world.things[kind]}").count()


def api(world: World, kind: str, role: str, body: object, query: str = ""):
    address = f"/api/v1/games/{world.things[f'{kind}_id']}/acts{query}"
    sent = body if isinstance(body, str) else json.dumps(body)
    return world.browser(role).post(address, sent, content_type="application/json")


def seen(world: World, kind: str, role: str) -> dict:
    return world.browser(role).get(f"/api/v1/games/{world.things[f'{kind}_id']}").json()


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_speaks_for_the_other_seat(world, kind):
    """Neither with the other's options nor by naming the other's seat; whoever is asked may."""
    before = events(world, kind)
    states = {role: seen(world, kind, role) for role in ("player", "opponent")}
    asked = next(role for role, state in states.items() if state["prompt"])
    other = "opponent" if asked == "player" else "player"
    seat = {"player": "one", "opponent": "two"}
    said = states[asked]["options"][0]
    refused = api(world, kind, other, {"act": "speak", "seat": seat[asked], "said": said})
    assert refused.status_code == 403
    for role in ("other", "guest", "judge", "owner", "organiser"):
        assert api(world, kind, role, {"act": "speak", "said": said}).status_code == 404
    assert events(world, kind) == before
    assert api(world, kind, asked, {"act": "speak", "said": said}).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "body",
    ["[" * 50_000, '{"act":"speak","said":' + "[" * 50_000, '{"a":' * 50_000, "}" * 50_000, '"\\ud800"',
     '{"act":"speak","said":{"say":"concede"},"x":' + "9" * 50_000 + "}"],
)  # fmt: skip
def test_absurd_bodies_are_refused_and_do_nothing(world, kind, body):
    before = events(world, kind)
    answer = api(world, kind, "player", body)
    assert answer.status_code == 422 and answer.json()["violations"]
    assert events(world, kind) == before


@pytest.mark.parametrize("field", ["do", "say", "prompt", "card", "unit", "at", "seat", "batch", "die"])
def test_absurd_forms_are_refused_and_do_nothing(world, field):
    before = events(world, "game")
    form = {"do": "say", "say": "lay", "prompt": "x", field: "[" * 50_000}
    answer = world.browser("player").post(f"/game/{world.things['game']}/act", form)
    assert answer.status_code == (404 if field == "do" else 422)
    assert len(answer.content) < 200_000, "what was typed does not come back as a megabyte"
    assert events(world, "game") == before


@pytest.mark.parametrize("address", ["/game/{game}/act", "/api/v1/games/{game_id}/acts"])
def test_an_endless_body_is_refused_by_its_length(world, address):
    answer = Client().post(
        world.fill(address),
        b"x",
        content_type="text/plain",
        headers={"Content-Length": str(LARGEST_BODY + 1)},
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("kind", KINDS)
def test_a_stale_tab_changes_nothing(world, kind):
    """The answer to a prompt that is gone, and the same form sent three times."""
    asked = next(role for role in ("player", "opponent") if seen(world, kind, role)["prompt"])
    said = seen(world, kind, asked)["options"][0]
    assert api(world, kind, asked, {"act": "speak", "said": said}).status_code == 200
    after = events(world, kind)
    stale = api(world, kind, asked, {"act": "speak", "said": said | {"prompt": "long.gone"}})
    assert stale.status_code == 422 and events(world, kind) == after
    phone, form = world.browser("player"), {"do": "watch", "key": "one-tab"}
    sent = [phone.post(f"/game/{world.things[kind]}/act", form).status_code for _ in range(3)]
    assert sent == [302, 302, 302] and events(world, kind) == after + 1


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_takes_back_the_others_act(world, kind):
    asked = next(role for role in ("player", "opponent") if seen(world, kind, role)["prompt"])
    other = "opponent" if asked == "player" else "player"
    said = seen(world, kind, asked)["options"][0]
    assert api(world, kind, asked, {"act": "speak", "said": said}).status_code == 200
    batch = LogEvent.objects.filter(stream=f"game:{world.things[kind]}").order_by("-position")[0].act.batch
    after = events(world, kind)
    for role, status in ((other, 422), ("other", 404), ("judge", 404), ("owner", 404)):
        assert api(world, kind, role, {"act": "take-back", "batch": str(batch)}).status_code == status
    asked_back = api(world, kind, other, {"act": "answer-plea", "grant": True})
    assert asked_back.status_code == 422, "nobody asked for it"
    assert events(world, kind) == after
