"""Homebrew arcs belong to who brought them; where one is gone, pages still open."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from muster.app.campaign import arcs as tour_arcs
from muster.app.campaign.battle.context import SideRef
from muster.app.memory_store import MemoryStore
from muster.rules.campaign.battle.steps.open_step import OpenStep, Task
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.library import library
from muster.store.campaign.arcs import DatabaseArcs
from muster.web.api.resources.battles import for_account
from muster.web.campaign.battle.record import tracks_of
from muster.web.campaign.battle.steps.choices import awards
from muster.web.campaign.battle.steps.words import sentences_by_step
from muster.web.campaign.library import site_library
from muster.web.print.campaign.charts import charts_sheet
from tests.app.tour_war import War
from tests.rules.campaign.at_the_table import PEACE
from tests.web.account_fixtures import signed_in, text_of
from tests.web.api_caller import Caller, Game

pytestmark = pytest.mark.django_db


def brought(who: Caller) -> str:
    """The id of an arc that somebody brought."""
    text = tour_arcs.example_arc_file()
    return tour_arcs.import_arc(DatabaseArcs(), str(who.account.pk), text, datetime.now(UTC)).arc


def test_anothers_arc_is_not_chosen_while_building():
    ann, bo = Caller("Ann"), Caller("Bo")
    arc = brought(ann)
    hers, his = ann.enlisted(), bo.enlisted()
    assert ann.do(hers, "choose-arc", 200, arc=arc)["state"]["arc"]["id"] == arc
    assert bo.do(his, "choose-arc", 422, arc=arc)["violations"][0]["code"] == "register.no_arc"


def test_anothers_arc_is_neither_offered_nor_chosen_in_step_10():
    game = Game(Caller("Ann"), Caller("Bo"))
    arc = brought(game.ann)
    last = OpenStep(step=10, title="", tasks=(Task(kind="choose-arc", options=tuple(site_library().arcs)),))
    for who, offered in ((game.ann, True), (game.bo, False)):
        (task,) = for_account(last, str(who.account.pk)).tasks
        assert (arc in task.options) == offered and PEACE in task.options
    game.record()
    refused = game.bo.do(game.battle, "choose-arc", 422, arc=arc)
    assert "register.no_arc" in str(refused)
    address = f"/battle/{game.battle.rpartition('/')[2]}/choose-arc"
    page = signed_in(game.bo.account).post(address, {"arc": arc, "key": "k"})
    assert page.status_code == 422 and f"no story arc “{arc}”" in text_of(page)


@pytest.mark.parametrize("arc", [PEACE, "my-arc"])
def test_anothers_commendation_stands_neither_in_step_6_nor_on_paper(arc):
    war = War(MemoryStore())
    seat = war.battles.load_side(SideRef(war.fight(to=3), "blue")).context
    official = library().commendations[library().arcs[PEACE].commendation]
    own = replace(official, id="my-watch", name="The Watch", arc=arc, homebrew=True)
    books = replace(library(), commendations={**library().commendations, own.id: own})
    here = SideContext(seat.battle, seat.key, seat.register, seat.cards, books, seat.enemy)
    named = [way.name for way in awards(here, "d1")]
    sheet = charts_sheet(seat.register, books, seat.cards, "a4")
    printed = [row.name for chart in sheet.charts for row in chart.rows]
    for names in (named, printed):
        assert ("The Watch (homebrew)" in names) == (arc == PEACE) and official.name in names
        assert "The Watch" not in names


def test_a_battle_of_an_arc_that_is_gone_is_still_told():
    war = War(MemoryStore())
    battle = war.fight(to=3)
    seat = war.battles.load_side(SideRef(battle, "blue")).context
    books = replace(library(), agendas={}, arcs={})
    lost = SideContext(seat.battle, seat.key, seat.register, seat.cards, books, seat.enemy)
    assert tracks_of(lost) == []
    assert sentences_by_step(war.battles, lost)[1]
