"""Setting a Recon game up: the steps in their order, dice and draws without replacement (003, 453 to 463)."""

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript, Played
from muster.rules.game.answers import Act, Claim, Dice, Done, TakeEdge
from muster.rules.game.log.events import (
    Activated,
    Deployed,
    Drawn,
    ForceBrought,
    GameOpened,
    MarkerChanged,
    UnitChanged,
)
from muster.rules.game.missions import Board, deck, mission_cards
from muster.rules.game.phases.changing import claimable
from muster.rules.game.phases.core import RECON
from muster.rules.game.phases.lobby import decide_begin, decide_open
from muster.rules.game.replaying.arena import play
from muster.rules.game.steps import ChooseEdge, Confirm, Deploy, DrawMission, LayCard, MissionSetup
from muster.rules.game.table import BattleDeck, Game, Marker, Side, Table
from muster.rules.violations import Refused
from tests.rules.game.golden_games import Golden, read


def begun(faces: tuple[str, ...] = ("block",), dice: str = "own", **numbers: list[int]) -> Played:
    """A Recon game up to its colour die, which the app rolls itself where dice are the app's."""
    played = Played(GameOpened(mode="recon", dice=dice), ByScript({"colour": faces}, numbers))
    while isinstance(step := played.game.table.todo[-1], Confirm):
        played.say("two", Done(prompt=step.id))
    return played


@pytest.mark.rule(453)
def test_each_brings_an_army_and_a_hand_and_no_deck_of_ones_own_is_drawn_from() -> None:
    """Without an army no game begins; a battle deck that comes with one stays in its box."""
    empty = Game(table=replace(decided().table, chairs={}))
    with pytest.raises(Refused):
        decide_begin(empty, ByScript())

    def bring(force: ForceBrought) -> ForceBrought:
        return replace(force, deck=BattleDeck(objective=("payload",), secondary=("supply-run",)))

    played = Played(GameOpened(mode="recon"), ByScript(), bring=bring)
    assert all(chair.hand == 4 for chair in played.game.table.chairs.values())
    golden = Golden(read("recon-tie"), bring=bring)
    golden.until(Deploy)
    assert golden.table.mission.objective in deck("recon", "objective")


def decided() -> Game:
    opened = decide_open(Game(), GameOpened(mode="recon"))
    return Game(table=Table(mode=opened.mode))


@pytest.mark.rule(442, 454, 465)
def test_the_table_comes_first_and_is_three_feet_square() -> None:
    first = RECON.setup(Table())[0]
    assert isinstance(first, Confirm) and first.about == "table"
    assert {mission_cards()[card].board for card in deck("recon", "objective")} == {Board(36, 36)}


@pytest.mark.rule(455, 456)
def test_then_the_terrain_is_declared_and_placed_before_anybody_has_a_colour() -> None:
    kinds = [getattr(step, "about", type(step).__name__) for step in RECON.setup(Table())]
    assert kinds.index("table") < kinds.index("terrain") < kinds.index("ColourRoll")


@pytest.mark.rule(457)
@pytest.mark.parametrize(("face", "blue"), [("block", "one"), ("surge", "two"), ("blank", "two")])
def test_a_block_makes_the_roller_blue(face: str, blue: str) -> None:
    played = begun((face,))
    assert not played.legal("two"), "seat one rolls"
    played.say("one", Dice(prompt=played.prompt()))
    assert played.game.table.blue == blue
    assert begun((face,), dice="app").game.table.blue == blue, "nobody is asked for a roll of the app's"


@pytest.mark.rule(458)
@pytest.mark.parametrize("edge", ["near", "far", "left", "right"])
def test_blue_takes_any_edge_of_the_square_table(edge: str) -> None:
    played = begun()
    played.say("one", Dice(prompt=played.prompt()))
    assert isinstance(played.game.table.todo[-1], ChooseEdge) and not played.legal("two")
    played.say("one", TakeEdge(prompt=played.prompt(), edge=edge))
    assert played.game.table.edge == edge


@pytest.mark.rule(459)
@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_of_three_objectives_and_one_of_three_secondaries_is_drawn(number: int) -> None:
    played = begun(objective=[number], secondary=[2 - number])
    played.say("one", Dice(prompt=played.prompt()))
    played.say("one", TakeEdge(prompt=played.prompt(), edge="near"))
    mission = played.game.table.mission
    assert mission.objective == deck("recon", "objective")[number]
    assert mission.secondary == deck("recon", "secondary")[2 - number]
    drawn = {one.purpose: one.of for one in played.log if isinstance(one, Drawn)}
    assert drawn["objective"] == len(deck("recon", "objective"))
    assert drawn["secondary"] == len(deck("recon", "secondary"))


@pytest.mark.rule(460)
@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 1), (1, 0), (2, 1)])
def test_both_advantages_come_from_one_deck_and_are_never_the_same(first: int, second: int) -> None:
    played = begun(advantage=[first, second])
    played.say("one", Dice(prompt=played.prompt()))
    played.say("one", TakeEdge(prompt=played.prompt(), edge="near"))
    cards = list(deck("recon", "advantage"))
    blues = cards.pop(first)
    mission = played.game.table.mission
    assert (mission.blue_advantage, mission.red_advantage) == (blues, cards[second])
    assert [one.of for one in played.log if isinstance(one, Drawn) and one.purpose == "advantage"] == [3, 2]


@pytest.mark.rule(461, 486)
def test_objective_then_secondary_then_blues_and_reds_advantage_are_set_up() -> None:
    """Intercept Signals, Surface Scan, and Red's Fortified Position: barricades come last."""
    numbers = {"objective": [0], "secondary": [0], "advantage": [0, 1]}
    assert deck("recon", "advantage")[2] == "fortified-position"
    played = begun(**numbers)
    played.say("one", Dice(prompt=played.prompt()))
    played.say("one", TakeEdge(prompt=played.prompt(), edge="near"))
    asked = []
    while not isinstance(step := played.game.table.todo[-1], Deploy):
        asked.append((getattr(step, "about", "") or getattr(step, "what", ""), getattr(step, "seat", None)))
        seat = getattr(step, "seat", None) or "one"
        played.say(seat, played.legal(seat)[0])
    assert asked == [
        ("intercept-signals", None), ("name-three", "one"), ("name-three", "two"), ("give-intel", "one"),
        ("give-intel", "two"), ("surface-scan", "one"), ("surface-scan", "two"),
        ("fortified-position", "two"), ("setup-effects", None),
    ]  # fmt: skip


@pytest.mark.rule(462)
def test_setup_effects_are_resolved_after_the_mission_and_before_deployment() -> None:
    steps = RECON.setup(Table())
    kinds = [type(step) for step in steps]
    effects = next(i for i, step in enumerate(steps) if getattr(step, "about", "") == "setup-effects")
    assert kinds.index(DrawMission) < kinds.index(MissionSetup) < effects < kinds.index(Deploy)


@pytest.mark.rule(490, 497)
@pytest.mark.parametrize(("card", "rule"), [("surface-scan", 490), ("recon-mission", 497)])
def test_every_unit_claims_a_dropped_scanner_of_its_side_and_no_enemy_one(card: str, rule: int) -> None:
    golden = Golden(read(f"recon-close-the-pocket-{card}"))
    golden.until(LayCard)
    free = next(unit for unit in golden.table.army("one") if unit.id not in holders(golden.table))
    golden.played.write((Deployed(unit=free.id), Activated(unit=free.id)))
    drop(golden, ("blue", "red"))
    assert no_claim(golden, free.id, "scanner-red-9") == [("game.no_claim", f"game, rule {rule}")]
    golden.played.say("one", Claim(unit=free.id, marker="scanner-blue-9"))
    assert golden.table.markers["scanner-blue-9"].holder == free.id


def drop(golden: Golden, sides: tuple[Side, ...]) -> None:
    for side in sides:
        dropped = Marker(id=f"scanner-{side}-9", name="Scanner", kind="asset", of=side)
        golden.played.write((MarkerChanged(marker=dropped),))


def no_claim(golden: Golden, unit: str, scanner: str) -> list[tuple[str, str]]:
    assert scanner not in list(claimable(golden.table, golden.table.units[unit]))
    with pytest.raises(Refused) as found:
        golden.played.say("one", Claim(unit=unit, marker=scanner))
    return [(one.code, one.source) for one in found.value.violations]


@pytest.mark.rule(490, 497)
def test_a_claim_is_a_free_action_of_the_unit_that_acts_once_an_activation() -> None:
    golden = Golden(read("recon-close-the-pocket-recon-mission"))
    golden.until(LayCard)
    drop(golden, ("blue",))
    unit = next(one for one in golden.table.army("one") if one.id not in holders(golden.table))
    golden.played.write((Deployed(unit=unit.id),))
    assert no_claim(golden, unit.id, "scanner-blue-9"), "nobody acts"
    golden.played.write((Activated(unit=unit.id), UnitChanged(unit=unit.id, what="suppression", by=4)))
    assert no_claim(golden, unit.id, "scanner-blue-9"), "Panicked"
    golden.played.write((UnitChanged(unit=unit.id, what="suppression", by=-4),))
    golden.played.say("one", Claim(unit=unit.id, marker="scanner-blue-9"))
    drop(golden, ("blue",))
    assert no_claim(golden, unit.id, "scanner-blue-9"), "once an activation (G12)"


def test_a_unit_that_enters_may_act_on_the_table_in_the_same_activation() -> None:
    golden = Golden(read("recon-close-the-pocket-recon-mission"))
    golden.until(LayCard)
    drop(golden, ("blue",))
    army = golden.table.army("one")
    unit = next(one for one in army if one.id not in holders(golden.table) and not one.deployed)
    golden.played.write((Activated(unit=unit.id),))
    assert no_claim(golden, unit.id, "scanner-blue-9"), "not on the table yet"
    golden.played.say("one", Act(unit=unit.id, what="enter"))
    golden.played.say("one", Claim(unit=unit.id, marker="scanner-blue-9"))
    assert golden.table.markers["scanner-blue-9"].holder == unit.id
    with pytest.raises(Refused):
        golden.played.say("one", Act(unit=unit.id, what="enter"))


def holders(table: Table) -> set[str]:
    return {marker.holder for marker in table.markers.values()}


@pytest.mark.rule(459, 460)
def test_seeds_draw_every_advantage_for_both() -> None:
    games = (play("recon", "close-the-pocket+surface-scan", str(seed), "score").game for seed in range(15))
    missions = [game.table.mission for game in games]
    for drawn in ({one.blue_advantage for one in missions}, {one.red_advantage for one in missions}):
        assert drawn == set(deck("recon", "advantage"))
