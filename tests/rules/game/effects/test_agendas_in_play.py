"""The 21 agendas in play: tokens that count themselves, one tap where eyes are needed (Story Arc cards)."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.campaign.library.library import library
from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.game.answers import Act
from muster.rules.game.effects.agendas import tokens
from muster.rules.game.game import evolve, handle, problems, view
from muster.rules.game.hooks import CARDS, UNIT_ACTIONS, at
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Scored
from muster.rules.game.sides.handover import side_record
from muster.rules.game.steps import Confirm
from muster.rules.game.steps.choices import NO, YES
from muster.rules.game.steps.step import Choose
from muster.rules.game.steps.step import Roll as RollStep
from muster.rules.game.table import Chair, Game, Marker, Mission, Score, Table
from tests.rules.game.card_tables import after, answered, fell, table, with_markers, with_unit

WAYS = {
    "persons-of-interest": ("counted", "the setup die and every defeat with its rank are known"),
    "gather-intelligence": ("tapped", "who plants or removes a device is done on the table"),
    "keep-them-in-line": ("tapped", "that a unit panics is known, not who made it"),
    "small-victories": ("counted", "every VP has its card"),
    "midnight-strikes": ("counted", "order tokens are known"),
    "on-the-run": ("counted", "priority is known"),
    "against-all-odds": ("counted", "defeats are known"),
    "concentrated-efforts": ("counted", "every VP has its card"),
    "daring-defense": ("tapped", "at which point the unit ends its activation needs eyes, once"),
    "the-long-game": ("counted", "priority is known"),
    "show-of-strength": ("counted", "the attacker is named with the defeat, or asked"),
    "investigate-corruption": ("counted", "who is near which token is told each End Phase"),
    "beat-them-to-the-punch": ("tapped", "whether a unit contested when it fell needs eyes"),
    "search-for-treasure": ("tapped", "an action at terrain; the app rolls"),
    "survey-landscape": ("tapped", "an action at terrain"),
    "glorious-charge": ("counted", "who is near which token is told each End Phase"),
    "martial-prowess": ("counted", "the attacker is named with the defeat, or asked"),
    "protect-your-allies": ("counted", "the chosen units and defeats are known"),
    "discover-valuables": ("tapped", "an action at terrain; the app rolls"),
    "loot-and-plunder": ("tapped", "an action at a point of interest"),
    "salvage-materiel": ("tapped", "whether a friend was within range 1 needs eyes"),
}
BY_SCORES = {"small-victories", "concentrated-efforts"}


def playing(agenda: str, **more: Any) -> Table:
    """Blue has the agenda in a Recon game, round 2; dossiers have the names of their units."""
    chairs = {"one": Chair(agenda=agenda), "two": Chair()}
    before = table("close-the-pocket", "bring-them-to-heel", **{"mode": "recon", "chairs": chairs, **more})
    units = {id: replace(unit, dossier=id, paragon=id == "one.1") for id, unit in before.units.items()}
    return replace(before, units=units)


def counted(before: Table, hook: Any, unit: str = "", **more: Any) -> int:
    return tokens(after(before, at(before, hook, unit, **more)), "blue")


def asked(before: Table, hook: Any, unit: str = "") -> Any:
    agenda = before.chairs["one"].agenda
    outcome = CARDS[agenda].effects[hook]
    assert outcome
    (step,) = at(before, hook, unit).then
    return step


def told(before: Table, step: Choose, yes: bool) -> int:
    return tokens(after(before, answered(before, step, YES if yes else NO)), "blue")


def chosen(before: Table, step: Choose, *things: str) -> tuple[Table, Outcome]:
    outcome = answered(before, step, *things)
    return after(before, outcome), outcome


def test_every_agenda_is_counted_or_tapped_and_says_why() -> None:
    assert set(WAYS) == set(library().agendas)
    known = {name for name, card in CARDS.items() if card.effects} | BY_SCORES
    deeds = {"survey-landscape": "survey-scanner", "search-for-treasure": "search-treasure",
             "loot-and-plunder": "loot"}  # fmt: skip
    for agenda, (way, why) in WAYS.items():
        assert agenda in known or deeds[agenda] in UNIT_ACTIONS, agenda
        assert way in ("counted", "tapped") and why


@pytest.mark.parametrize("agenda", sorted(WAYS))
def test_with_the_score_only_nothing_is_asked_for_an_agenda(agenda: str) -> None:
    bare, with_it = (playing(name, level="score", round=1) for name in ("", agenda))
    for hook in ("setup", "activations", "end-start", "end-end"):
        assert at(with_it, hook) == at(bare, hook)


# Defeats ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "rank"), [
    (Face.HIT, "special-forces"), (Face.CRITICAL, "corps"), (Face.SURGE, "corps"), (Face.BLANK, "support"),
])  # fmt: skip
def test_persons_of_interest_are_worth_one_more(face: Face, rank: str) -> None:
    before = playing("persons-of-interest", round=0)
    step = asked(before, "setup") if len(at(before, "setup").then) == 1 else at(before, "setup").then[-1]
    assert isinstance(step, RollStep) and step.dice == (Die.ATTACK_BLACK,)
    roll = Roll(dice=step.dice, faces=(face,), origin="scripted")
    known = after(before, fell(before, step, roll))
    worth = {
        known.units[unit].rank: counted(known, "defeated", unit)
        for unit in ("two.1", "two.2", "two.5", "two.6")
    }
    assert worth == {"commander": 2, "corps": 1, "special-forces": 1, "support": 1} | {rank: 2}
    assert counted(known, "defeated", "one.2") == 0, "one's own are worth nothing"
    struck = replace(known, mission=replace(known.mission, blue_advantage="ordnance"))
    cards = {card: counted(struck, "defeated", "two.1", card=card) for card in ("ordnance", "battle-shaken")}
    assert cards == {"ordnance": 2, "battle-shaken": 0}, "by one's own card, not by what the unit carries"


def test_a_promoted_trooper_is_worth_a_commander_to_agendas() -> None:
    promoted = {"tokens": {"commander": 1}}
    before = with_unit(playing("persons-of-interest"), "two.2", **promoted)
    assert (counted(before, "defeated", "two.2"), counted(before, "defeated", "two.3")) == (2, 1)
    prowess = with_unit(with_unit(playing("martial-prowess"), "two.2", **promoted), "one.1", paragon=True)
    fell = after(prowess, at(prowess, "defeated", "two.2", "one.1"))
    assert fell.marks.get("fact.paragon-defeated-leader.blue", 0) == 1


def test_a_rank_the_enemy_lacks_is_rolled_again() -> None:
    before = with_unit(playing("persons-of-interest", round=0), "two.5", gone="defeated")
    step = at(before, "setup").then[-1]
    assert isinstance(step, RollStep)
    roll = Roll(dice=step.dice, faces=(Face.HIT,), origin="scripted")
    outcome = fell(before, step, roll)
    (again,) = outcome.then
    assert isinstance(again, RollStep) and again.known == {"tries": 2} and outcome.events == ()


def test_midnight_strikes_count_units_with_a_facedown_order() -> None:
    before = playing("midnight-strikes")
    for order, worth in (("facedown", 1), ("faceup", 0), ("", 0)):
        assert counted(with_unit(before, "two.2", order=order, gone="defeated"), "defeated", "two.2") == worth


@pytest.mark.parametrize(("by", "worth"), [("one.1", 1), ("one.2", 0), ("one.6", 1), ("two.1", 0)])
def test_show_of_strength_goes_by_the_rank_of_the_attacker(by: str, worth: int) -> None:
    before = with_unit(playing("show-of-strength"), "one.6", rank="heavy")
    assert counted(before, "defeated", "two.2", by=by) == worth
    step = asked(before, "defeated", "two.2")
    assert isinstance(step, Choose) and (step.seat, step.least) == ("one", 0)
    if by in step.options:
        assert tokens(chosen(before, step, by)[0], "blue") == worth
    assert tokens(chosen(before, step)[0], "blue") == 0, "it was no attack"


def test_the_paragon_shows_its_prowess() -> None:
    before = playing("martial-prowess")
    one = after(before, at(before, "defeated", "two.2", by="one.1"))
    assert (side_record(one, "blue").count, side_record(one, "blue").facts) == (1, ())
    two = after(one, at(one, "defeated", "two.1", by="one.1"))
    assert side_record(two, "blue").count == 2
    assert side_record(two, "blue").facts == ("paragon-defeated-leader",)
    assert counted(before, "defeated", "two.2", by="one.2") == 0


def test_beating_them_to_the_punch() -> None:
    """A holder is known, a contesting unit asked for; two tokens for a point secured against enemies."""
    before = playing("beat-them-to-the-punch")
    step = asked(before, "defeated", "two.2")
    assert (told(before, step, True), told(before, step, False)) == (1, 0)
    held = with_markers(before, Marker(id="x", name="Scanner", kind="asset", holder="two.2"))
    assert counted(held, "defeated", "two.2") == 1 and at(held, "defeated", "two.2").then == ()
    places = {"stockpile-left": ("one.1", "one.2", "two.2"), "stockpile-centre": ("one.3",)}
    assert counted(replace(before, places=places), "end-start") == 2
    assert counted(replace(before, places={"stockpile-left": ("one.1", "two.2")}), "end-start") == 0


def test_salvage_is_asked_for_and_armour_is_worth_two() -> None:
    before = playing("salvage-materiel")
    assert told(before, asked(before, "defeated", "two.2"), True) == 1
    truck = with_unit(before, "two.6", card="sm")
    assert told(truck, asked(truck, "defeated", "two.6"), True) == 2
    assert told(truck, asked(truck, "defeated", "two.6"), False) == 0


# Priority, losses, panic -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("agenda", "own", "theirs"), [("on-the-run", 1, 0), ("the-long-game", 0, 1)])
def test_priority_counts_each_round(agenda: str, own: int, theirs: int) -> None:
    assert counted(playing(agenda, priority="one"), "activations") == own
    assert counted(playing(agenda, priority="two"), "activations") == theirs


def test_more_losses_of_the_opponent_count_at_the_end_of_a_round() -> None:
    before = playing("against-all-odds")
    assert counted(before, "end-end") == 0
    worse = with_unit(before, "two.2", gone="defeated")
    assert counted(worse, "end-end") == 1
    level = with_unit(worse, "one.2", gone="defeated")
    assert counted(level, "end-end") == 0
    fewer = with_unit(level, "one.3", gone="off")
    assert side_record(fewer, "blue").facts == ("fewer-units-left",)
    assert side_record(level, "blue").facts == ()


def test_who_made_a_unit_panic_is_asked_once_for_each_panic() -> None:
    before = with_unit(playing("keep-them-in-line"), "two.2", suppression=2)
    before = replace(before, mission=Mission(objective="close-the-pocket"))
    step = asked(before, "suppressed", "two.2")
    assert (told(before, step, True), told(before, step, False)) == (1, 0)
    once = after(before, at(before, "suppressed", "two.2"))
    assert at(once, "suppressed", "two.2").then == (), "the same panic"
    later = after(once, at(once, "unit-end", "two.2"))
    assert at(later, "suppressed", "two.2").then, "another panic"
    assert at(with_unit(before, "two.2", suppression=1), "suppressed", "two.2").then == ()
    own = with_unit(before, "one.2", suppression=2)
    assert at(own, "suppressed", "one.2").then == ()


# Victory points --------------------------------------------------------------------------------------------


def score(before: Table, *scores: tuple[str, int, str]) -> Table:
    rows = (
        Scored(score=Score(side=side, points=points, card=card, reason="secured", round=2))
        for side, points, card in scores
    )
    return after(before, Outcome(tuple(rows)))


def test_victory_points_of_the_secondary_are_counted() -> None:
    rows = (("blue", 2, "bring-them-to-heel"), ("blue", 1, "bring-them-to-heel"),
            ("blue", 2, "close-the-pocket"), ("red", 1, "bring-them-to-heel"))  # fmt: skip
    times = side_record(score(playing("small-victories"), *rows), "blue")
    assert times.count == 2, "each time"
    points = side_record(score(playing("concentrated-efforts"), *rows), "blue")
    assert (points.count, points.facts) == (3, ("more-secondary-points",))
    level = side_record(score(playing("concentrated-efforts"), rows[1], rows[3]), "blue")
    assert (level.count, level.facts) == (1, ())


@pytest.mark.parametrize(("mission", "reason", "count"), [
    ("wipe-them-out", "captured", 1), ("the-big-one", "identified", 1), ("the-hammer-falls", "cannons", 0),
    ("caught-in-the-act", "destroyed", 1), ("running-out-of-time", "grabbed", 1),
    ("golden-opportunity", "two-defeated", 1), ("seize-your-destiny", "secured", 0),
])  # fmt: skip
def test_a_turning_points_secondary_is_known_by_its_reasons(mission: str, reason: str, count: int) -> None:
    row = Scored(score=Score(side="blue", points=1, card=mission, reason=reason, round=2))
    before = replace(playing("small-victories"), mission=Mission(objective=mission))
    assert side_record(after(before, Outcome((row,))), "blue").count == count


# At the objectives -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("agenda", "unit", "worth"), [
    ("investigate-corruption", "one.1", 1), ("investigate-corruption", "one.2", 0),
    ("glorious-charge", "one.1", 1), ("glorious-charge", "one.2", 0),
])  # fmt: skip
def test_who_stands_at_an_objective_counts_each_end_phase(agenda: str, unit: str, worth: int) -> None:
    there = playing(agenda, places={"stockpile-centre": (unit, "two.1", "two.2")})
    assert counted(there, "end-start") == worth


def test_commanders_investigate_contested_territory_alone() -> None:
    before = playing("investigate-corruption", places={"tower-blue": ("one.1",)})
    towers = table("intercept-signals").markers
    assert counted(replace(before, markers=towers), "end-start") == 0


def test_a_paragon_that_holds_an_objective_charges_gloriously() -> None:
    scanner = Marker(id="x", name="Scanner", kind="asset", holder="one.1")
    assert counted(with_markers(playing("glorious-charge"), scanner), "end-start") == 1
    theirs = replace(scanner, holder="two.1")
    assert counted(with_markers(playing("glorious-charge"), theirs), "end-start") == 0


# Chosen units ----------------------------------------------------------------------------------------------


def test_the_defender_marks_a_point_and_holds_it() -> None:
    before = playing("daring-defense", round=0)
    (step,) = [one for one in at(before, "setup").then if isinstance(one, Choose)]
    assert (step.seat, step.least, step.most) == ("one", 1, 1)
    before, _ = chosen(replace(before, round=1), step, "one.3")
    assert at(before, "unit-end", "one.2").then == ()
    assert at(with_unit(before, "one.3", deployed=False), "unit-end", "one.3").then == (), "not entered yet"
    pick = asked(before, "unit-end", "one.3")
    assert isinstance(pick, Choose) and pick.least == 0 and "stockpile-left" in pick.options
    before, _ = chosen(before, pick, "stockpile-left")
    assert tokens(before, "blue") == 1 and at(before, "unit-end", "one.3").then == (), "the first time"
    there = replace(before, places={"stockpile-left": ("one.3",)})
    assert counted(there, "end-start") == 2
    assert counted(replace(before, places={"stockpile-right": ("one.3",)}), "end-start") == 1
    record = side_record(there, "blue")
    assert (record.chosen, record.facts) == (("one.3",), ("defender-on-marked-point",))
    assert side_record(before, "blue").facts == ()
    fallen = with_markers(there, replace(there.markers["stockpile-left"], gone=True))
    assert at(fallen, "unit-end", "one.3").then == (), "another point is not marked for it"
    assert counted(fallen, "end-start") == 1 and side_record(fallen, "blue").facts == ()


def test_one_is_protected_by_choice_and_two_by_the_opponents() -> None:
    before = playing("protect-your-allies", round=0)
    (step,) = [one for one in at(before, "setup").then if isinstance(one, Choose)]
    assert (step.seat, step.least) == ("one", 1) and "one.1" not in step.options, "not the Paragon"
    before, outcome = chosen(before, step, "one.2")
    (theirs,) = outcome.then
    assert isinstance(theirs, Choose) and (theirs.seat, theirs.least, theirs.most) == ("two", 2, 2)
    assert not {"one.1", "one.2"} & set(theirs.options)
    before, _ = chosen(before, theirs, "one.3", "one.4")
    assert side_record(before, "blue").chosen == ("one.2", "one.3", "one.4")


# Actions ---------------------------------------------------------------------------------------------------


def acting(agenda: str, unit: str = "one.2") -> Table:
    return playing(agenda, phase="activation", acting=unit)


def does(before: Table, what: str, unit: str = "one.2", marker: str = "") -> tuple[Table, Outcome]:
    assert marker in tuple(UNIT_ACTIONS[what].able(before, before.units[unit]))
    outcome = UNIT_ACTIONS[what].settle(before, before.units[unit], marker)
    return after(before, outcome), outcome


@pytest.mark.parametrize(("agenda", "what"), [
    ("survey-landscape", "survey-scanner"), ("search-for-treasure", "search-treasure"),
    ("discover-valuables", "search-valuables"), ("loot-and-plunder", "loot"),
    ("gather-intelligence", "listening-device"),
])  # fmt: skip
def test_only_a_trooper_of_that_side_acts_and_in_its_activation(agenda: str, what: str) -> None:
    able, before = UNIT_ACTIONS[what].able, acting(agenda)
    assert tuple(able(before, before.units["one.2"]))
    assert not tuple(able(before, before.units["one.3"])), "not its activation"
    red = acting(agenda, "two.2")
    assert not tuple(able(red, red.units["two.2"])), "not its agenda"
    walker = with_unit(before, "one.2", unit_type="ground-vehicle")
    assert not tuple(able(walker, walker.units["one.2"]))
    other = acting("small-victories")
    assert not tuple(able(other, other.units["one.2"]))


def test_a_scanner_placed_is_a_token() -> None:
    assert tokens(does(acting("survey-landscape"), "survey-scanner")[0], "blue") == 1


@pytest.mark.parametrize(("agenda", "what", "faces", "worth"), [
    ("search-for-treasure", "search-treasure", ["block"], 1),
    ("search-for-treasure", "search-treasure", ["surge"], 2),
    ("search-for-treasure", "search-treasure", ["blank"], 0),
    ("discover-valuables", "search-valuables", ["hit", "hit", "blank"], 1),
    ("discover-valuables", "search-valuables", ["critical", "surge", "blank"], 0),
])  # fmt: skip
def test_searches_roll(agenda: str, what: str, faces: list[str], worth: int) -> None:
    before, outcome = does(acting(agenda), what)
    (step,) = outcome.then
    assert isinstance(step, RollStep) and len(step.dice) == len(faces)
    roll = Roll(dice=step.dice, faces=tuple(map(Face, faces)), origin="scripted")
    assert tokens(after(before, fell(before, step, roll)), "blue") == worth


def test_three_valuables_are_marked_at_setup_and_found_once_each() -> None:
    steps = at(playing("discover-valuables", round=0), "setup").then
    assert [one.seat for one in steps if isinstance(one, Confirm) and one.about == "place-valuables"] == [
        "one"
    ]
    empty = replace(acting("discover-valuables"), marks={"agenda.discover-valuables.blue": 3})
    assert not tuple(UNIT_ACTIONS["search-valuables"].able(empty, empty.units["one.2"]))


def test_plunder_is_one_a_unit_and_its_holders_are_named() -> None:
    before, _ = does(acting("loot-and-plunder"), "loot", marker="stockpile-left")
    assert not tuple(UNIT_ACTIONS["loot"].able(before, before.units["one.2"]))
    assert side_record(before, "blue").chosen == ("one.2",)
    towers = replace(acting("loot-and-plunder"), markers=table("intercept-signals").markers)
    assert "tower-blue" not in tuple(UNIT_ACTIONS["loot"].able(towers, towers.units["one.2"])), (
        "own Territory"
    )


def test_two_devices_are_a_token_each_end_phase_until_the_enemy_removes_one() -> None:
    before, _ = does(acting("gather-intelligence"), "listening-device", marker="stockpile-left")
    assert counted(before, "end-start") == 0
    two, _ = does(before, "listening-device", marker="stockpile-right")
    assert counted(two, "end-start") == 1
    assert "stockpile-left" not in tuple(UNIT_ACTIONS["listening-device"].able(two, two.units["one.2"]))
    red = replace(two, acting="two.2")
    fewer, _ = does(red, "remove-device", "two.2", "device-blue-stockpile-left")
    assert counted(fewer, "end-start") == 0


def test_a_listening_device_is_a_free_action_once_an_activation_and_not_of_the_panicked() -> None:
    before = replace(acting("gather-intelligence"), chairs={"one": Chair(agenda="gather-intelligence")})
    plants = Act(unit="one.2", what="listening-device", marker="stockpile-left")
    game = Game(table=before)
    for event in handle(game, "one", plants, None):
        game = evolve(game, event)
    again = replace(plants, marker="stockpile-right")
    assert [one.code for one in problems(view(game, "one"), again)] == ["game.no_deed"], "once (G12)"
    assert problems(view(Game(table=before), "one"), again) == ()
    shaken = with_unit(before, "one.2", suppression=2)
    assert problems(view(Game(table=shaken), "one"), plants)


@pytest.mark.rule(271)
def test_an_agenda_that_a_contingency_plan_brings_begins_anew() -> None:
    before = replace(playing("on-the-run"), marks={"agenda.on-the-run.blue": 2})
    assert side_record(before, "blue").count == 2
    switched = replace(before, chairs={"one": Chair(agenda="the-long-game"), "two": Chair()})
    assert side_record(switched, "blue").count == 0
