"""A mustered side comes to the table with all its dossiers hold, and its record goes back to its campaign."""

import dataclasses
from datetime import date

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript, Played
from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit
from muster.rules.campaign.battle.recording import decide_record, decide_switch, record_problems
from muster.rules.campaign.register.dossier import Award, Keyword, OwnedUpgrade, Setback, Trait
from muster.rules.cards.catalogue import catalogue
from muster.rules.game.effects.reminders import Reminder, reminders
from muster.rules.game.hooks import at
from muster.rules.game.log.events import ForceBrought, GameOpened
from muster.rules.game.missions import mission_cards
from muster.rules.game.naming import unit_name, unit_number
from muster.rules.game.sides.forces import force_of
from muster.rules.game.sides.handover import handover
from muster.rules.game.sides.veterans import force_of_side
from muster.rules.game.table import Ended, Game, Table, Unit
from tests.rules.campaign.at_the_table import Table as War
from tests.rules.campaign.at_the_table import changed, everyone, founded
from tests.rules.game.card_tables import after
from tests.rules.game.card_tables import table as card_table
from tests.rules.game.game_table import army as table_army

PAST = {
    "setbacks": (Setback("battle-fatigue", "Battle-Fatigue", 2), Setback("flat-footed", "Flat Footed")),
    "trait": Trait("unsure", "Unsure", gained_in="battle:0"),
    "keywords": (Keyword("disgraced", "Disgraced"),),
    "commendations": (
        Award("feats-of-valor", "Feats of Valor"),
        Award("strongpoint-expertise", "Strongpoint Expertise", keywords=("prepared-position",)),
    ),
}


def war() -> War:
    state = founded()
    assert state.paragon is not None
    return War(changed(state, state.paragon.id, **PAST)).muster()


def brought(table: War) -> ForceBrought:
    return force_of_side("one", table.seat())


@pytest.mark.rule(203)
def test_a_unit_carries_what_its_dossier_holds() -> None:
    table = war()
    force = brought(table)
    plain = brought(War(founded()).muster())
    assert {unit.dossier for unit in force.units} == {one.key for one in table.battle.side("blue").fielded}
    (chief,) = [unit for unit in force.units if unit.paragon]
    (before,) = [unit for unit in plain.units if unit.paragon]
    assert chief.effects == (
        "battle-fatigue", "battle-fatigue", "flat-footed", "unsure", "feats-of-valor",
        "strongpoint-expertise", "disgraced",
    )  # fmt: skip
    assert before.courage is not None and chief.courage == before.courage + 1, "Feats of Valor"
    assert chief.prepared and not before.prepared
    assert all(unit.effects == () for unit in plain.units)


def test_a_unit_comes_with_its_upgrades() -> None:
    """Those of its counterpart too, and those that a dossier holds; an army's count makes units alike."""
    units = (
        ArmyUnit(key="u1", unit="gv", count=2, upgrades=("ig", "jb")),
        ArmyUnit(key="u2", unit="aq"),
        ArmyUnit(key="u3", unit="kg", upgrades=("df",), counterpart=ArmyCounterpart("lw", ("dn",))),
    )
    army = Army(faction="rebels", points_date=date(2026, 5, 1), units=units)
    assert [unit.upgrades or () for unit in force_of("two", army, catalogue()).units] == [
        ("ig", "jb"), ("ig", "jb"), (), ("df", "dn"),
    ]  # fmt: skip
    state = founded()
    held = (OwnedUpgrade(id="dj", name="Fragmentation Grenades", slot="grenades", points=5),)
    table = War(changed(state, "d2", upgrades=held)).muster()
    came = {unit.dossier: unit.upgrades or () for unit in brought(table).units}
    assert came == {"d1": ("Cf",), "d2": ("dj",), "d3": (), "d4": ()}


@pytest.mark.parametrize(("hunter", "sought"), [("aw", 1), ("aq", 0)])
def test_a_hunted_unit_has_a_price_where_a_bounty_hunter_of_the_catalogue_comes(
    hunter: str, sought: int
) -> None:
    """Boba Fett has Bounty on his card; Rebel Troopers have not."""
    units = (ArmyUnit(key="u1", unit=hunter),)
    army = Army(faction="mercenary", points_date=date(2026, 5, 1), units=units)
    foes = {unit.id: unit for unit in force_of("two", army, catalogue()).units}
    before = card_table(units={"one.1": replace(table_army("one")[0], effects=("hunted",)), **foes})
    assert after(before, at(before, "setup")).units["one.1"].tokens.get("bounty", 0) == sought


def test_a_trait_gained_in_this_battle_begins_with_the_next() -> None:
    state = founded()
    assert state.paragon is not None
    late = changed(state, state.paragon.id, trait=Trait("unsure", "Unsure", gained_in="battle:1"))
    (chief,) = [unit for unit in brought(War(late).muster()).units if unit.paragon]
    assert chief.effects == ()


def test_a_unit_has_the_same_name_on_its_register_in_the_battle_and_at_the_table() -> None:
    """Guests alike are numbered too, and after one's own."""
    table = war()
    seat = table.seat()
    own = table.battle.side("blue").fielded
    came = [replace(own[-1], key=f"guest{n}", guest=True) for n in (1, 2)]
    side = replace(seat.side, fielded=(*own, *came))
    guests = dataclasses.replace(seat, battle=replace(seat.battle, blue=side))
    assert [guests.names[one] for one in ("d2", "d3", "d4", "guest1", "guest2")] == [
        "Stormtroopers 1", "Stormtroopers 2", "Snowtroopers 1", "Snowtroopers 2", "Snowtroopers 3",
    ]  # fmt: skip
    force = brought(table)
    at_table = Table(units={unit.id: unit for unit in force.units})
    assert {one.dossier: unit_name(at_table, one.id) for one in force.units} == table.registers["blue"].names
    assert [unit_number(at_table, one.id) for one in force.units] == ["", "1", "2", ""]


@pytest.mark.rule(271)
def test_an_agenda_that_was_switched_by_hand_is_not_switched_again_in_the_game() -> None:
    state = replace(founded(), assets=("contingency-plan",))
    plan = replace(everyone(state), assets=("contingency-plan",))
    table = War(state).muster(plan=plan).agenda("keep-them-in-line")
    assert "persons-of-interest" in brought(table).agendas
    table.do(decide_switch, "persons-of-interest")
    assert (brought(table).agenda, brought(table).agendas) == ("persons-of-interest", ())


def test_the_record_of_a_game_is_one_its_campaign_takes() -> None:
    table = war()
    force = brought(table)
    played = Played(
        GameOpened(mode="turning-point", mission="wipe-them-out"),
        ByScript(),
        bring=lambda one: force if one.seat == "one" else one,
    )
    names = [unit.id for unit in force.units]
    units = {
        **played.game.table.units,
        names[1]: replace(played.game.table.units[names[1]], gone="defeated"),
        names[2]: replace(played.game.table.units[names[2]], gone="off"),
    }
    token = "defensive-position-2"
    markers = {one.id: one for one in mission_cards()["wipe-them-out"].tokens}
    over = replace(
        played.game.table,
        units=units,
        markers=markers,
        places={token: (names[0],)},
        ended=Ended(winner="red", ground="conceded"),
    )
    told = handover(Game(table=over))
    assert (told.winner, told.conceded) == ("red", "blue")
    record = told.sides["blue"]
    keys = {unit.id: unit.dossier for unit in force.units}
    assert record.defeated == (keys[names[1]],), "one taken off alive is not defeated (G25)"
    assert record.contesting == (keys[names[0]],)
    assert record_problems(table.battle, "blue", record) == []
    event = decide_record(table.battle, told.winner, told.conceded, dict(told.sides), [table.seat("blue")])
    assert event.sides["blue"] == record


def test_an_agreed_end_is_both_players_decision() -> None:
    told = handover(Game(table=Table(blue="one", ended=Ended(winner=None, ground="agreed"))))
    assert (told.winner, told.conceded) == ("", "both")


@pytest.mark.rule(61, 202, 249)
def test_what_the_table_has_to_remember_is_shown_with_the_unit() -> None:
    effects = ("battle-fatigue", "battle-fatigue", "embittered", "special-munitions")
    unit = Unit(
        id="u",
        seat="one",
        card="ab",
        name="U",
        rank="corps",
        unit_type="trooper",
        effects=effects,
        suppression=3,
    )
    table = Table(round=2, units={"u": unit}, marks={"sheltered.u": 1})
    assert reminders(table, unit) == (
        Reminder("u", "battle-fatigue", 2),
        Reminder("u", "embittered", 3),
        Reminder("u", "sheltered", 2),
        Reminder("u", "special-munitions", 1),
    )
    used = replace(table, marks={"used.special-munitions.u": 1})
    assert [one.effect for one in reminders(used, replace(unit, suppression=0))] == ["battle-fatigue"]
