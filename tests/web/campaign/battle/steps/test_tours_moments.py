"""The moments of the ten steps: fates with their dice on both phones, and all checks rolled at once.

A black die has three Hits, a Critical, a Surge and three Blanks: a check with one die, in which a Surge is a
casualty (rule 156), is lost 1 time in 8.
"""

import pytest

from muster.rules.log import Recorded
from muster.store.log.database import DatabaseStore
from tests.web.account_fixtures import text_of
from tests.web.kept_world import kept
from tests.web.tour_phone import Phone
from tests.web.two_phones import Table, recorded_table

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("tours-battles")]
GO = {"go_on": "1"}
MOMENT = "?moment=1"


def at_the_checks() -> Table:
    """Ada stands in step 4 with two defeated units; Bo has not begun."""
    table = kept(recorded_table, "fate-d2=defeated", "fate-d3=defeated")
    table.ada.do("resolve-agenda", **GO)
    table.ada.do("roll-supply", way="own", **{"face-0": "blank"}, **GO)
    return table


@pytest.fixture
def table(db) -> Table:
    return kept(at_the_checks)


def battle_log(phone: Phone) -> list[Recorded]:
    return list(DatabaseStore().read(f"battle:{phone.at.rsplit('/', 1)[1]}"))


def roll_check(phone: Phone, unit: str, face: str) -> str:
    sent = phone.client.post(
        f"{phone.at}/roll-check", {"dossier": unit, "way": "own", "face-0": face, "key": unit, **GO}
    )
    return str(sent["Location"])


def test_supply_has_its_short_moment_on_the_next_screen(table):
    text = table.ada.look()
    assert "+2 supply Blank on the red die." in text and "Casualty check" in text  # rule 149


def test_a_check_says_who_it_is_what_beat_it_and_the_exact_chances(table):
    text = table.ada.look()
    assert "Stormtroopers, veteran 0. Defeated by The Free Hands." in text
    assert "lost for good (1 in 8)" in text


def test_a_fate_has_a_page_of_its_own_with_its_chance_and_writes_nothing(table):
    assert roll_check(table.ada, "d2", "surge").endswith(MOMENT)
    before = battle_log(table.ada)
    text = table.ada.look(MOMENT)
    assert "Stormtroopers 1 Stormtroopers, veteran 0" in text and "Lost for good" in text
    assert "The chance of it was 12% (1 in 8)." in text and "Continue" in text
    assert battle_log(table.ada) == before
    assert "The chance of it was" not in table.ada.look()  # seen: the next screen goes on


def test_a_fate_that_was_undone_is_no_longer_there(table):
    roll_check(table.ada, "d2", "surge")
    table.ada.do("undo", batch=table.ada.undoable)
    text = table.ada.look(MOMENT)
    assert "The chance of it was" not in text and "unit 1 of 2" in text


def test_the_other_phone_sees_the_fate_in_its_strip_and_ones_own_does_not(table):
    roll_check(table.ada, "d2", "surge")
    theirs, own = (phone.page(MOMENT).content.decode() for phone in (table.bo, table.ada))
    assert "data-fate=" in theirs and "Stormtroopers 1: lost for good" in theirs
    assert "data-fate=" not in own


def test_a_setback_is_a_short_moment_on_top_of_the_next_check(table):
    roll_check(table.ada, "d2", "hit")
    assert "A setback" in table.ada.look(MOMENT)
    table.ada.do("roll-setback", dossier="d2", way="own", **{"face-0": "blank"}, **GO)
    text = table.ada.look(MOMENT)
    assert "unit 2 of 2" in text and "Stormtroopers 1" in text.split("Stormtroopers 2")[0]


def test_all_checks_are_rolled_in_one_act_and_taken_back_in_one(table):
    assert "Roll all 2 checks" in table.ada.look()
    before = len(battle_log(table.ada))
    table.ada.do("roll-all-checks", **GO)
    written = battle_log(table.ada)[before:]
    assert len({entry.batch for entry in written}) == 1
    settled = [entry.event for entry in written if type(entry.event).__name__ == "CasualtySettled"]
    assert [fate.dossier for fate in settled][:1] == ["d2"]
    table.ada.do("undo", batch=table.ada.undoable)
    assert "unit 1 of 2" in table.ada.look() and "The dice stay" in table.ada.look()


def test_rolling_all_is_refused_where_no_check_is_due(table):
    assert "No casualty check is due now." in table.bo.send("roll-all-checks", 422)


def test_waiting_for_the_rivals_name_is_said_and_leads_on(table):
    for unit in ("d2", "d3"):
        roll_check(table.ada, unit, "blank")
    page = table.ada.page()
    assert "Waiting for Bo Tarn to name a rival" in text_of(page)
    assert f'href="/tours/register/{table.ada.stream.removeprefix("register:")}">See your Register' in (
        page.content.decode()
    )
