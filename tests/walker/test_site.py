"""Every page of the demo world, walked as each role: some of it here, all of it by hand."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.shortcuts import render

from tests.walker.site_browser import Browser, without_limits, world_now
from tests.walker.site_walk import Walk
from tests.walker.site_world import Place, demo_place
from tests.web.kept_world import kept

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site-walk")]


@pytest.fixture
def place() -> Iterator[Place]:
    with without_limits():
        yield kept(demo_place)


@pytest.mark.parametrize(
    ("role", "thing", "page"),
    [
        ("ann", "fresh register", ""),
        ("ann", "fresh register", "/battle"),
        ("ann", "ended register", "/battle"),
        ("ann", "battle at 8", "?unit=ra"),
        ("ann", "archived army", "?more=1"),
        ("cass", "club", "/members"),
        ("cass", "orrin", "/join"),
        ("cass", "over", "/desk/correct?round=1&table=1"),
        ("jo", "planned", "/judge"),
        ("jo", "cup", "/judge"),
        ("sam", "cup", "/desk/player/p1"),
    ],
)
def test_no_form_is_drawn_that_is_refused_as_it_stands(place, role, thing, page):
    assert Walk(place, 1).whole(role, place.things[thing] + page) == []


def test_the_desk_leads_a_scorekeeper_nowhere_that_is_not_theirs(place):
    """Somebody calls for a judge, and the scorekeeper is told so."""
    walk = Walk(place, 1)
    desk = walk.look("sam", place.things["cup"] + "/desk", "the event")
    assert "1 call for a judge" in desk.html
    for link in walk.links(desk):
        walk.look("sam", link, desk.address)
    assert not walk.faults


def test_a_unit_that_became_too_dear_is_no_longer_unfolded(place):
    """405 points are free: two walkers for 145 each leave too little for a third."""
    browser, address = Browser(place.cookies("bo")), place.things["battle at 8"] + "?unit=bg"
    for joined in range(3):
        page = browser.get(address)
        ways = [
            way
            for way in page.drawn.ways()
            if ("unit", "bg") in {(one.name, one.value) for one in way.fields}
        ]
        assert bool(ways) == (joined < 2)
        if ways:
            sent = Walk(place, 1).filler.filled(ways[0], page.drawn.lists, changed=0)
            assert browser.send(ways[0], sent).path[0] == 302


def test_the_browser_knows_how_much_time_can_be_given(place):
    page = Walk(place, 1).look("cass", place.things["orrin"] + "/desk/clock", "the desk")
    minutes = [one for way in page.drawn.ways() for one in way.fields if one.name == "minutes"]
    [pattern] = {one.attributes["pattern"] for one in minutes if "pattern" in one.attributes}
    assert [n for n in range(200) if re.fullmatch(pattern, str(n))] == list(range(1, 121))


def test_only_a_game_of_the_draft_is_offered_another_table(place):
    page = Walk(place, 1).look("cass", place.things["paired"] + "/desk/pairing", "the desk")
    [way] = [
        way
        for way in page.drawn.ways()
        if way.names == ("csrfmiddlewaretoken", "do", "from", "key", "table", "to")
    ]
    fields = {one.name: one for one in way.fields}
    assert [option.value for option in fields["table"].options] == ["1", "2"]
    assert not re.fullmatch(fields["to"].attributes["pattern"], "0")


def test_no_game_is_offered_to_an_army_without_a_unit(place):
    walk = Walk(place, 1)
    pages = [walk.look("ann", place.things[army], "armies") for army in ("empty army", "archived army")]
    assert ["/play?army=" in page.html for page in pages] == [False, True]


@pytest.mark.parametrize(("role", "has_armies"), [("jo", False), ("ann", True)])
def test_a_list_is_asked_for_where_nothing_else_can_be_chosen(place, role, has_armies):
    player = {"jo": "?for=p3", "ann": ""}[role]
    page = Walk(place, 1).look(role, f"{place.things['planned']}/lists{player}", "the event")
    fields = [one for way in page.drawn.ways() for one in way.fields]
    assert any(one.name == "army" for one in fields) == has_armies
    assert {one.required for one in fields if one.name == "text"} == {not has_armies}


def test_the_browser_knows_what_a_handle_may_be(place):
    page = Walk(place, 1).look("stranger", "/sign-up", "the bar")
    handle = next(one for way in page.drawn.ways() for one in way.fields if one.name == "handle")
    assert handle.attributes["maxlength"] == "40"
    pattern = handle.attributes["pattern"]
    assert all(re.fullmatch(pattern, typed) for typed in ("ada", "ada ", "A-1.b_c"))
    assert not any(re.fullmatch(pattern, typed) for typed in ("名 7", "The <b>Grey</b>", "-ada", "ada b"))
    assert not re.search(r"\[[^\]]*[^\\]-\]", pattern), "browsers ignore a bare dash in brackets"


# A little of the walk -------------------------------------------------------------------------------------

SOME_PAGES, SOME_STEPS = 12, 30
ROLES = ("stranger", "ann", "bo", "cass", "dora", "jo", "sam", "root", "guest")


@pytest.mark.parametrize("role", ROLES)
def test_some_pages_of_each_role_hold(place, role):
    walk = Walk(place, ROLES.index(role), most_alike=1, most_pages=SOME_PAGES)
    walk.crawl(role)
    assert not walk.faults
    assert walk.counts[f"{role} pages"] == SOME_PAGES
    assert walk.counts[f"{role} forms"] > 0


def test_everybody_walks_and_the_world_goes_on(place):
    before = world_now()
    walk = Walk(place, 1)
    walk.stroll(SOME_STEPS)
    assert not walk.faults
    assert world_now() == before, "and all of it is undone"


# What a walk finds ----------------------------------------------------------------------------------------


def found(place: Place, role: str, start: str, pages: int = 6) -> set[str]:
    """What a role runs into from here."""
    walk = Walk(place, 1, most_alike=1, most_pages=pages)
    walk.crawl(role, starts=[place.things[start.partition("/")[0]] + start[len(start.partition("/")[0]) :]])
    return {fault.what for fault in walk.faults.values()}


def drawn_as(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Pages as a template with a fault would draw them."""

    def changed(*given: Any, **named: Any) -> HttpResponse:
        answer = render(*given, **named)
        answer.content = re.sub(old, new, answer.content.decode(), flags=re.DOTALL).encode()
        return answer

    monkeypatch.setattr("muster.web.page.render", changed)


def test_a_page_that_breaks_for_one_role_alone_is_found(place, monkeypatch):
    def broken(*_: object) -> tuple[int, ...]:
        raise LookupError("planted")

    monkeypatch.setattr("muster.web.tournament.judge.judge._extendable", broken)
    assert found(place, "jo", "cup/judge", 1) == {"500"}
    assert found(place, "sam", "cup/desk", 1) == set()


def test_a_form_to_a_wrong_address_is_found(place, monkeypatch):
    drawn_as(monkeypatch, 'action="/event/([0-9a-f]+)/desk/act"', r'action="/event/\1/desk/acts"')
    assert found(place, "cass", "planned/desk/roles", 1) == {"form to 404"}


def test_a_form_that_is_refused_though_drawn_is_found(place, monkeypatch):
    monkeypatch.setattr("muster.web.tournament.judge.judge._extendable", lambda *_: (1,))
    assert found(place, "jo", "cup/judge", 1) == {"refused clock.not_started"}


def test_a_link_to_nowhere_is_found(place, monkeypatch):
    drawn_as(monkeypatch, 'href="/[^"]*"', 'href="/event/none"')
    assert found(place, "cass", "planned/desk", 4) == {"link to 404"}


def test_a_dead_end_is_found(place, monkeypatch):
    drawn_as(monkeypatch, "<main.*</main>", '<main id="main">That was all.</main>')
    assert found(place, "cass", "planned/desk", 1) == {"no way on"}


def test_a_form_that_acts_twice_is_found(place, monkeypatch):
    monkeypatch.setattr("muster.web.requests.idempotency_key", lambda _: "")
    assert "acts twice" in found(place, "ann", "fresh register", 1)


def test_what_anybody_may_do_is_found(place, monkeypatch):
    monkeypatch.setattr("muster.app.tournament.context._not_allowed", lambda *_: None)
    assert "done by another" in found(place, "cass", "planned/desk/roles", 1)
