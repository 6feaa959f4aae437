"""Every page of the demo world, walked as each role: some of it here, all of it by `tests.walker.site`."""

import re

import pytest

from tests.walker.site_walk import Walk
from tests.walker.site_world import Place, demo_place
from tests.web.kept_world import kept

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site-walk")]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr("muster.web.rates.Rate.wait", lambda *_: 0.0)
    return kept(demo_place)


@pytest.mark.parametrize(
    ("role", "thing", "page"),
    [
        ("ann", "fresh register", ""),
        ("ann", "fresh register", "/battle"),
        ("ann", "ended register", "/battle"),
        ("ann", "battle at 8", "?unit=ra"),
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
