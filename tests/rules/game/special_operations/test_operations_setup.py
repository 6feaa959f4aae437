"""Setting up Special Operations, from the colour dice to the last unit (001, 283 to 303, 325 to 327, 377 to
383)."""

from typing import Any

import pytest
from msgspec.structs import replace

from muster.cli.recorded.written import ByScript
from muster.rules.game import game as engine
from muster.rules.game.answers import Dice, Done, Picked, TakeEdge, Units
from muster.rules.game.kernel import legal
from muster.rules.game.log.events import Drawn, ForceBrought, GameOpened, Rolled
from muster.rules.game.missions import deck
from muster.rules.game.special_operations.events import LoadoutsPicked, LoadoutsRevealed, TokenMeant
from muster.rules.game.special_operations.missions.the_codes import zone
from muster.rules.game.special_operations.setup import COVERT_NUMBER, loadouts_of
from muster.rules.game.special_operations.squads.forces import squad_force
from muster.rules.game.special_operations.units import in_force
from muster.rules.game.steps import Confirm, LayCard
from muster.rules.game.steps.operations import ColourDice, DeployUnit, PickLoadouts
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SEATS, Game, view
from muster.rules.violations import Refused

MISSIONS = deck("special-operations", "mission")


class Setup:
    """A game from its first event; dice fall as written down."""

    def __init__(
        self, squads: tuple[str, str] = ("arc-troopers", "infantry"), edition: str = "", mission: str = "",
        numbers: dict[str, list[int]] | None = None, dice: str = "app", **faces: list[str],
    ) -> None:  # fmt: skip
        self.chance = ByScript({name.replace("_", "-"): row for name, row in faces.items()}, numbers)
        self.game, self.acts = Game(), list[tuple[Any, ...]]()
        opened = GameOpened(mode="special-operations", edition=edition, mission=mission, dice=dice)
        self.write((engine.lobby.decide_open(self.game, opened),))
        for seat, squad in zip(SEATS, squads, strict=True):
            self.write(engine.lobby.decide_sit(self.game, seat, seat.title(), f"player-{seat}", ""))
            self.write(engine.lobby.decide_bring(self.game, *squad_force(seat, edition, squad)))
        self.write(engine.lobby.decide_begin(self.game, self.chance))

    def write(self, events: Any) -> None:
        self.acts.append(tuple(events))
        for event in events:
            self.game = engine.evolve(self.game, event)

    @property
    def step(self) -> Any:
        return self.game.table.todo[-1]

    def say(self, seat: str, kind: Any, **more: Any) -> None:
        self.write(engine.handle(self.game, seat, kind(prompt=self.step.id, **more), self.chance))

    def until(self, kind: type, **loadouts: tuple[str, ...]) -> "Setup":
        """On with the first thing there is; `one` and `two` are loadouts to pick."""
        while not isinstance(self.step, kind):
            match self.step:
                case Confirm():
                    self.say("one", Done)
                case ColourDice():
                    self.say(self.step.seat, Dice)
                case PickLoadouts():
                    for seat in SEATS:
                        sides = tuple(pair[0] for pair in loadouts_of(self.game.table, seat))
                        self.say(seat, Picked, options=loadouts.get(seat, sides))
                case Choose(what="agree-condition"):
                    self.say("two", Picked, options=("no",))
                case _:
                    seat = next(one for one in SEATS if list(legal(view(self.game, one))))
                    self.write(
                        engine.handle(self.game, seat, next(legal(view(self.game, seat))), self.chance)
                    )
        return self


BLUE_ONE = ["blank", "blank", "blank", "hit", "blank", "blank"]
"""Seat two is Red by a Hit."""


@pytest.mark.rule(285, 287, 289)
def test_a_squad_is_brought_as_it_stands_with_six_cards() -> None:
    force, hand = squad_force("one", "playtest", "rebel-troopers")
    assert len(force.units) == 9 and all(unit.miniatures == 1 for unit in force.units)
    assert hand == (
        "hero-of-the-rebellion", "built-on-hope", "feel-like-a-hundred", "hold-at-any-cost",
        "defiant-defense", "standing-orders",
    )  # fmt: skip
    for wrong in ("bright-tree-allies", "mandalorian-super-commandos", "nobody"):
        with pytest.raises(Refused):
            squad_force("one", "playtest", wrong)


@pytest.mark.rule(285, 287)
def test_no_army_comes_to_special_operations_and_no_changed_squad() -> None:
    game = Setup().game
    lobby = Game(table=engine.evolve(Game(), GameOpened(mode="special-operations")).table)
    for event in engine.lobby.decide_sit(lobby, "one", "One", "p", ""):
        lobby = engine.evolve(lobby, event)
    force, hand = squad_force("one", "", "infantry")
    fewer = ForceBrought(
        seat="one", faction="empire", army="x", points=0, units=force.units[1:], squad="infantry"
    )
    for wrong in (fewer, ForceBrought(seat="one", faction="empire", army="x", points=0, units=force.units)):
        with pytest.raises(Refused):
            engine.lobby.decide_bring(lobby, wrong, hand)
    assert game.table.chairs["one"].hand == 6


@pytest.mark.rule(290, 291, 292)
@pytest.mark.parametrize(
    ("faces", "blue"),
    [
        (["critical", "blank", "blank", "hit", "hit", "hit"], "two"),
        (["hit", "hit", "hit", "critical", "blank", "blank"], "one"),
        (["critical", "hit", "hit", "critical", "surge", "blank"], "one"),
        (["surge", "blank", "blank", "hit", "hit", "hit"], "two"),
    ],
)
def test_more_criticals_then_surges_is_red(faces: list[str], blue: str) -> None:
    setup = Setup(colour=faces, dice="own").until(ColourDice)
    setup.say("one", Dice)
    assert setup.step.seat == "two" and not list(legal(view(setup.game, "one")))
    setup.say("two", Dice)
    assert setup.game.table.blue == blue
    rolled = [event for act in setup.acts for event in act if isinstance(event, Rolled)]
    assert all(len(event.roll.dice) == 3 and set(event.roll.dice) == {"attack-red"} for event in rolled)


@pytest.mark.rule(293, 294)
def test_then_hits_and_a_full_tie_is_rolled_again() -> None:
    faces = ["hit", "blank", "surge", "surge", "blank", "hit", *BLUE_ONE]
    setup = Setup(colour=faces, dice="own").until(ColourDice)
    setup.say("one", Dice)
    setup.say("two", Dice)
    assert isinstance(setup.step, ColourDice) and setup.step.id == "setup.colour2"
    setup.say("one", Dice)
    setup.say("two", Dice)
    assert setup.game.table.blue == "one"


@pytest.mark.rule(295)
def test_both_agree_on_a_mission_or_one_asks_for_another() -> None:
    setup = Setup(colour=BLUE_ONE)
    while not (isinstance(setup.step, Choose) and setup.step.what == "mission"):
        kind = {Confirm: Done, ColourDice: Dice}.get(type(setup.step), TakeEdge)
        more = {"edge": "near"} if kind is TakeEdge else {}
        setup.say(getattr(setup.step, "seat", None) or "one", kind, **more)
    assert setup.step.options == (*MISSIONS, "draw")
    setup.say("one", Picked, options=("the-codes",))
    assert setup.step.seat == "two"
    setup.say("two", Picked, options=("no",))
    assert setup.step.what == "mission" and not setup.game.table.mission.objective
    setup.say("two", Picked, options=("the-codes",))
    setup.say("one", Picked, options=("yes",))
    assert setup.game.table.mission.objective == "the-codes" and len(setup.game.table.markers) == 3


@pytest.mark.rule(296)
@pytest.mark.parametrize("number", range(len(MISSIONS)))
def test_or_one_of_them_is_drawn(number: int) -> None:
    setup = Setup(colour=BLUE_ONE, numbers={"mission": [number]})
    while not (isinstance(setup.step, Choose) and setup.step.what == "mission"):
        kind = {Confirm: Done, ColourDice: Dice}.get(type(setup.step), TakeEdge)
        more = {"edge": "near"} if kind is TakeEdge else {}
        setup.say(getattr(setup.step, "seat", None) or "one", kind, **more)
    setup.say("two", Picked, options=("draw",))
    assert setup.game.table.mission.objective == MISSIONS[number]


@pytest.mark.rule(377, 378, 379)
@pytest.mark.parametrize(
    ("faces", "name", "rounds"),
    [
        (["critical", "block"], "inclement-weather", {1, 2}),
        (["hit", "surge"], "cover-of-darkness", {3, 4}),
        (["surge", "blank"], "comms-disruption", {3, 4}),
        (["blank", "block"], "no-effect", {1, 2}),
    ],
)
def test_the_chart_is_used_when_both_agree(faces: list[str], name: str, rounds: set[int]) -> None:
    """Never in a fifth round (G33)."""

    setup = Setup(colour=BLUE_ONE, mission="the-codes", condition_chart=faces)
    while not (isinstance(setup.step, Choose) and setup.step.what == "agree-condition"):
        kind = {Confirm: Done, ColourDice: Dice}.get(type(setup.step), TakeEdge)
        more = {"edge": "near"} if kind is TakeEdge else {}
        setup.say(getattr(setup.step, "seat", None) or "one", kind, **more)
    assert setup.step.seat == "two", "who did not open the game has to agree, and is asked once"
    setup.say("two", Picked, options=("yes",))
    table = setup.game.table
    assert {one for one in range(1, 6) if in_force(replace(table, round=one), name)} == rounds


@pytest.mark.rule(288, 302)
def test_one_side_of_each_loadout_after_the_mission_and_before_deployment() -> None:
    setup = Setup(mission="the-codes", colour=BLUE_ONE).until(PickLoadouts)
    assert setup.game.table.mission.objective and not any(
        one.deployed for one in setup.game.table.units.values()
    )
    assert len(list(legal(view(setup.game, "one")))) == 8
    for wrong in (
        ("flexible-training", "low-vis-equipment"),
        ("flexible-training", "complete-the-mission", "cross-training"),
        ("push-them-back", "inspiring-oration", "guard-duty"),
    ):
        with pytest.raises(Refused):
            setup.say("one", Picked, options=wrong)


@pytest.mark.rule(303)
def test_loadouts_are_secret_until_both_have_chosen() -> None:
    setup = Setup(mission="the-codes", colour=BLUE_ONE).until(PickLoadouts)
    before = [view(setup.game, audience) for audience in ("two", "watch")]
    setup.say("one", Picked, options=("flexible-training", "low-vis-equipment", "cross-training"))
    assert [type(event) for event in setup.acts[-1]] == [LoadoutsPicked]
    after = [view(setup.game, audience) for audience in ("two", "watch")]
    assert [one.table for one in before] == [one.table for one in after]
    assert [one.own for one in before] == [one.own for one in after]
    setup.say("two", Picked, options=("push-them-back", "inspiring-oration", "guard-duty"))
    assert any(isinstance(event, LoadoutsRevealed) for event in setup.acts[-1])
    assert setup.game.table.chairs["one"].assets[2] == "cross-training"


@pytest.mark.rule(302)
def test_a_loadout_swaps_a_unit() -> None:
    setup = Setup(("rebel-commandos", "droid-commandos"), mission="the-codes", colour=BLUE_ONE)
    setup.until(
        DeployUnit, one=("flexible-training", "agility-training", "extra-muscle"),
        two=("networked-calculations", "sniper-droid", "mobility-calibration"),
    )  # fmt: skip
    cards = [unit.card for unit in setup.game.table.units.values()]
    assert "wookiee-ryyk-blades" in cards and "wookiee-bowcaster" not in cards
    assert cards.count("magnaguard") == 1 and cards.count("bx-sniper") == 1


def test_units_are_deployed_by_turns_and_blue_begins() -> None:
    setup = Setup(("arc-troopers", "infantry"), mission=MISSIONS[0], colour=BLUE_ONE)
    setup.until(DeployUnit, one=("flexible-training", "low-vis-equipment", "cross-training"))
    turns = []
    while isinstance(setup.step, DeployUnit):
        turns.append(setup.step.seat)
        setup.say(setup.step.seat, Units, units=next(legal(view(setup.game, setup.step.seat))).units)
    assert turns == ["one", "two"] * 5 + ["two"] * 2, "six against eight, the last ones without a question"
    assert all(unit.deployed for unit in setup.game.table.units.values())


COVERT = ("flexible-training", "low-vis-equipment", "covert-deployment")


def test_units_that_took_turns_on_the_table_are_told_in_one_go() -> None:
    """Six against eight: two answers, and everybody stands. A part of them is no answer."""
    setup = Setup(("arc-troopers", "infantry"), mission=MISSIONS[0], colour=BLUE_ONE)
    setup.until(DeployUnit, one=("flexible-training", "low-vis-equipment", "cross-training"))
    for seat, number in (("one", 6), ("two", 8)):
        mine = tuple(unit.id for unit in setup.game.table.army(seat))
        assert setup.step.seat == seat and len(mine) == number
        with pytest.raises(Refused):
            setup.say(seat, Units, units=mine[:2])
        setup.say(seat, Units, units=mine)
    assert isinstance(setup.step, LayCard)
    assert all(unit.deployed for unit in setup.game.table.units.values())


@pytest.mark.rule(351)
def test_where_zones_alternate_units_are_told_one_by_one() -> None:
    setup = Setup(("arc-troopers", "infantry"), mission="the-codes", colour=BLUE_ONE)
    setup.until(DeployUnit, one=("flexible-training", "low-vis-equipment", "cross-training"))
    assert {len(one.units) for one in legal(view(setup.game, setup.step.seat))} == {1}


@pytest.mark.rule(326)
def test_covert_units_are_never_told_with_the_others() -> None:
    setup = Setup(mission=MISSIONS[0], colour=BLUE_ONE).until(DeployUnit, one=COVERT)
    units = setup.game.table.units
    together = [one.units for one in legal(view(setup.game, "one")) if len(one.units) > 1]
    assert together == [tuple(one for one in units if one.startswith("one.") and not units[one].waits)]
    setup.say("one", Units, units=together[0])
    setup.say("two", Units, units=tuple(one.id for one in setup.game.table.army("two")))
    tokens = [one.units for one in legal(view(setup.game, "one"))]
    assert tokens == [(one,) for one in units if units[one].waits]


@pytest.mark.rule(325, 326)
def test_covert_units_lie_as_tokens_that_only_their_player_can_read() -> None:
    """The DC-15x and both Jet Packs; the others see a token and no unit."""
    setup = Setup(mission=MISSIONS[0], colour=BLUE_ONE).until(DeployUnit, one=COVERT)
    hidden = [unit.id for unit in setup.game.table.units.values() if unit.waits]
    assert [setup.game.table.units[one].card for one in hidden] == [
        "arc-jet-pack",
        "arc-jet-pack",
        "arc-dc-15x",
    ]
    before = view(setup.game, "two").own
    setup.say("one", Units, units=(hidden[2],))
    assert [type(event) for event in setup.acts[-1] if isinstance(event, TokenMeant)] == [TokenMeant]
    assert setup.game.secrets["one"].covert == {"covert-1": hidden[2]}
    assert view(setup.game, "two").own == before and hidden[2] not in str(setup.game.table.markers)
    setup.until(LayCard)
    assert sum(one.name == "Covert token" for one in setup.game.table.lying()) == 3
    assert not any(setup.game.table.units[one].deployed for one in hidden)


@pytest.mark.rule(325, 326)
@pytest.mark.parametrize(
    ("drawn", "tokens"),
    [([0, 0], ["covert-1", "covert-2", "covert-3"]), ([2, 0], ["covert-3", "covert-1", "covert-2"])],
)
def test_the_number_of_a_covert_token_is_drawn(drawn: list[int], tokens: list[str]) -> None:
    """Each once, in random order (G15): neither the unit nor the turn says which. The last one is left."""
    setup = Setup(mission=MISSIONS[0], colour=BLUE_ONE, numbers={COVERT_NUMBER: drawn})
    setup.until(DeployUnit, one=COVERT)
    hidden = [unit.id for unit in setup.game.table.units.values() if unit.waits]
    for unit in hidden:
        while setup.step.seat == "two":
            setup.say("two", Units, units=next(legal(view(setup.game, "two"))).units[:1])
        setup.say("one", Units, units=(unit,))
    assert setup.game.secrets["one"].covert == dict(zip(tokens, hidden, strict=True))
    draws = [one for act in setup.acts for one in act if isinstance(one, Drawn)]
    assert [one.of for one in draws] == [3, 2]


@pytest.mark.rule(351)
def test_blue_alternates_its_zones_from_the_second_unit_on() -> None:
    setup = Setup(("arc-troopers", "infantry"), mission="the-codes", colour=BLUE_ONE)
    setup.until(DeployUnit, one=("flexible-training", "low-vis-equipment", "cross-training"))
    zones = []
    while isinstance(setup.step, DeployUnit | Choose):
        if isinstance(setup.step, Choose):
            setup.say("one", Picked, options=("right",))
            continue
        if setup.step.seat == "one":
            zones.append(zone(setup.game.table))
        setup.say(setup.step.seat, Units, units=next(legal(view(setup.game, setup.step.seat))).units)
    assert zones == ["", "right", "left", "right", "left", "right"]


@pytest.mark.rule(326, 351)
def test_zones_alternate_from_the_second_on_where_a_covert_token_is_the_first() -> None:
    setup = Setup(("arc-troopers", "infantry"), mission="the-codes", colour=BLUE_ONE)
    setup.until(DeployUnit, one=("flexible-training", "low-vis-equipment", "covert-deployment"))
    setup.say("one", Units, units=("one.6",))
    assert isinstance(setup.step, Choose) and setup.step.what == "zone"
    setup.say("one", Picked, options=("left",))
    setup.say("two", Units, units=("two.1",))
    assert zone(setup.game.table) == "left"
    setup.say("one", Units, units=("one.1",))
    assert isinstance(setup.step, DeployUnit), "it is asked once"
    setup.say("two", Units, units=("two.2",))
    assert zone(setup.game.table) == "right"
