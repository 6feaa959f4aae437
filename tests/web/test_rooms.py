"""A room brings everything a room brings. Whatever was forgotten is named, with the file it belongs in.

The order in which a new kind of stream is made is in docs/reference/new-stream.md.
"""

import importlib
import pkgutil
from pathlib import Path

import msgspec
import pytest
from django.urls import NoReverseMatch, reverse
from ninja import Router

import muster.rules
import muster.web
from muster.rules.log import KINDS, Decider
from muster.rules.messages import messages
from muster.web import live
from muster.web.rooms import BAR, ROOMS, STREAMS
from tests.web.route_table import ROUTES

WEB = Path(muster.web.__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden" / "events"


def modules(package):
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def test_every_state_belongs_to_a_stream_of_a_room():
    known = [kind.decider for kind in STREAMS.values()]
    deciders = {
        f"{module.__name__}.{name}"
        for module in modules(muster.rules)
        for name, value in vars(module).items()
        if isinstance(value, Decider) and value not in known
    }
    assert not deciders, f"no StreamKind in web/rooms.py for {deciders}"


def test_every_family_of_events_belongs_to_a_stream_of_a_room():
    families = {kind.name.partition(".")[0].replace("_", "-") for kind in KINDS} - {"log", "toy"}
    assert families <= STREAMS.keys(), "no StreamKind in web/rooms.py for these events"


@pytest.mark.parametrize("prefix", STREAMS)
def test_every_stream_has_its_golden_lines(prefix):
    lines = [line for file in GOLDEN.glob("*.json") for line in msgspec.json.decode(file.read_bytes())]
    assert any(line["stream"].startswith(f"{prefix}:") for line in lines), f"none in {GOLDEN} for {prefix}:…"


@pytest.mark.parametrize("prefix", STREAMS)
def test_every_stream_can_be_missing_and_says_so(prefix):
    code = f"{prefix.partition('-')[0]}.unknown"
    assert code in messages(), f"no sentence {code} in data/messages.json"
    assert messages()[code].means == "missing", f'{code} in data/messages.json needs "means": "missing"'


def test_every_module_of_addresses_is_in_a_room():
    files = {
        ".".join(("muster.web", *f.relative_to(WEB).with_suffix("").parts)) for f in WEB.rglob("*urls.py")
    }
    listed = {module for room in ROOMS for module in room.urls}
    assert files - {"muster.web.urls"} == listed, "web/rooms.py and the urls.py there are do not agree"


def test_every_router_of_the_api_is_in_a_room():
    import muster.web.api

    listed = [router for room in ROOMS for router in room.api.values()]
    forgotten = {
        module.__name__
        for module in modules(muster.web.api)
        if isinstance(router := getattr(module, "router", None), Router) and router not in listed
    }
    assert not forgotten, f"no api=… in web/rooms.py for {forgotten}"


def test_every_room_with_streams_is_in_the_api():
    alone = {room.name for room in ROOMS if room.streams and not room.api}
    assert alone == set()


def test_every_way_in_the_bar_leads_somewhere():
    addresses = [f"/{route}".replace("/^", "/") for route in ROUTES]
    for way in BAR:
        try:
            assert reverse(way.url)
        except NoReverseMatch:
            pytest.fail(f"{way.name} in the bar of web/rooms.py leads to no page called {way.url}")
        for start in way.under:
            assert any(address.startswith(start) for address in addresses), (
                f"{way.name}: nothing is under {start}"
            )


def test_what_is_watched_live_is_known_to_the_live_app():
    watched = {prefix: kind.live for prefix, kind in STREAMS.items() if kind.live}
    assert {prefix: live.KINDS.get(prefix) for prefix in watched} == watched


def test_no_two_rooms_and_no_two_streams_share_a_name():
    names = [room.name for room in ROOMS]
    prefixes = [kind.prefix for room in ROOMS for kind in room.streams]
    assert len(set(names)) == len(names)
    assert len(set(prefixes)) == len(prefixes)
