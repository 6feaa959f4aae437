"""The four missions of Special Operations: their actions, dice, tokens and both ways to win (001, 328 to
376)."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from muster.rules.game.answers import Places, Units
from muster.rules.game.hooks import at
from muster.rules.game.log.events import Scored
from muster.rules.game.special_operations.actions import ACTIONS
from muster.rules.game.special_operations.activation import activation
from muster.rules.game.special_operations.command import eligible
from muster.rules.game.special_operations.ending import open_secrets
from muster.rules.game.special_operations.events import CodesDealt, Looked, Moved, TokenSeen
from muster.rules.game.special_operations.missions.disabled_vehicle import detonator_dice
from muster.rules.game.special_operations.missions.shifting_priorities import controls
from muster.rules.game.special_operations.winning import mission_result
from muster.rules.game.steps import Effects, EndRound, MissionSetup, ScoreRound, StartOfEnd, TellPlaces
from muster.rules.game.steps.operations import Acting, DealCodes, Suffer
from muster.rules.game.table import Ended, Game, Score, Secret, Table, view
from muster.rules.violations import Refused
from tests.rules.game.operations import (
    CODES,
    SHIELDS,
    SHIFTING,
    VEHICLE,
    Bench,
    Exercised,
    engaged,
    table,
    the,
    with_chair,
    with_unit,
)

acts = Exercised()
LEFT, CENTRE, RIGHT = "objective-left", "objective-centre", "objective-right"


# Shifting Priorities ---------------------------------------------------------------------------------------


@pytest.mark.rule(329, 330)
@pytest.mark.parametrize(
    ("face", "place"), [("critical", RIGHT), ("surge", LEFT), ("hit", CENTRE), ("blank", None)]
)
def test_blues_die_names_the_priority_objective(face: str, place: str | None) -> None:
    bench = Bench(table(round=2), priority_objective=[face]).run(Effects(id="r2.begins", hook="round"))
    marked = [name for name in bench.table.marks if name.startswith("priority.")]
    assert marked == ([f"priority.{place}.r2"] if place else [])


def test_left_and_right_as_red_sees_them_where_players_set_it_so() -> None:
    bench = Bench(table(round=2, switches={"G10": False}), priority_objective=["critical"])
    bench.run(Effects(id="r2.begins", hook="round"))
    assert bench.table.marks.get(f"priority.{LEFT}.r2", 0)


@pytest.mark.rule(329)
def test_no_die_in_the_first_round() -> None:
    assert not Bench(table()).run(Effects(id="r1.begins", hook="round")).log[:-1]


def held(blue: int = 0, red: int = 0, **more: Any) -> Table:
    """So many objectives for each side, and the places of a round."""
    names = (LEFT, CENTRE, RIGHT)
    places = dict.fromkeys(names[:blue], ("one.2",)) | dict.fromkeys(names[3 - red :], ("two.2",))
    return table(places=places, **more)


@pytest.mark.rule(331)
def test_a_point_for_each_objective_and_one_more_for_the_priority_one() -> None:
    bench = Bench(held(1, 2, round=2, marks={f"priority.{RIGHT}.r2": 1})).run(ScoreRound(id="r2.score"))
    assert (bench.table.points("blue"), bench.table.points("red")) == (1, 3)


@pytest.mark.rule(332)
@pytest.mark.parametrize(
    ("near", "side"),
    [
        (("one.2", "two.2"), None),
        (("one.2", "one.3", "two.2"), "blue"),
        (("one.9", "two.2"), "blue"),
        (("one.9", "two.2", "two.3"), None),
        ((), None),
    ],
)
def test_control_is_more_leaders_and_a_support_unit_counts_two(
    near: tuple[str, ...], side: str | None
) -> None:
    before = table(places={LEFT: near})
    assert before.units["one.9"].rank == "support"
    assert controls(before, before.markers[LEFT]) == side


def scores(blue: int, red: int) -> tuple[Score, ...]:
    rows = (("blue", blue), ("red", red))
    return tuple(
        Score(side=side, points=n, card=SHIFTING, reason="controlled", round=1) for side, n in rows if n
    )


@pytest.mark.rule(333, 334)
@pytest.mark.parametrize(
    ("blue", "red", "winner"), [(6, 0, "blue"), (6, 8, "red"), (6, 7, None), (5, 0, None), (9, 8, "blue")]
)
def test_seven_points_and_more_than_the_other_win_at_once(blue: int, red: int, winner: str | None) -> None:
    """Blue scores one more; level at seven or more plays on."""
    bench = Bench(held(1, scores=scores(blue, red))).run(ScoreRound(id="r1.score"))
    assert (bench.table.ended.winner if bench.table.ended else None) == winner


@pytest.mark.rule(335)
@pytest.mark.parametrize(
    ("number", "blue", "red", "ended"),
    [
        (3, 4, 1, None), (4, 4, 1, Ended(winner="blue", ground="rounds")), (4, 2, 2, None),
        (5, 2, 2, Ended(winner=None, ground="draw")), (5, 2, 3, Ended(winner="red", ground="rounds")),
    ],
)  # fmt: skip
def test_more_points_after_round_four_level_one_more_round_then_a_tie(
    number: int, blue: int, red: int, ended: Ended | None
) -> None:
    bench = Bench(table(round=number, scores=scores(blue, red)), priority_objective=["blank"])
    bench.run(EndRound(id="end"))
    assert bench.table.ended == ended
    assert ended or bench.table.round == number + 1


# Bring Down the Shields ------------------------------------------------------------------------------------


def shields(**more: Any) -> Table:
    """Blue: Rebel Troopers. Red: Infantry."""
    return table(SHIELDS, **more)


@pytest.mark.rule(337, 338)
def test_commander_corps_and_heavy_units_deploy_the_others_wait() -> None:
    before = shields()
    fresh = replace(before, units={id: replace(unit, deployed=False) for id, unit in before.units.items()})
    after = Bench(fresh).run(MissionSetup(id="setup.cards")).table
    waiting = {unit.rank for unit in after.units.values() if unit.waits and unit.seat == "one"}
    ready = {unit.rank for unit in after.units.values() if not unit.waits and unit.seat == "one"}
    assert (waiting, ready) == ({"operative", "support"}, {"commander", "corps", "heavy"})
    assert not any(unit.waits for unit in after.units.values() if unit.seat == "two")


@pytest.mark.rule(339, 340)
@acts("console")
def test_each_die_fills_an_empty_slot_of_its_face() -> None:
    """Two Critical, two Surge and four Hit slots: a third Critical finds none, a Blank matches nothing."""
    bench = Bench(shields(marks={"slot.critical": 1}), console=["critical", "critical", "blank"])
    bench.acting("two.2").take("console")
    assert bench.step.options == ("slot-critical-1",)
    assert bench.pick("slot-critical-1").table.marks.get("slot.critical", 0) == 2
    again = (
        Bench(shields(marks={"slot.hit": 3}), console=["hit", "surge", "hit"]).acting("two.2").take("console")
    )
    again.pick("slot-hit-1", "slot-surge-1")
    assert (again.table.marks.get("slot.hit", 0), again.table.marks.get("slot.surge", 0)) == (4, 1)
    assert "console" not in again.actions(), "a free action, once"
    assert again.step.left == 2


def test_one_slot_an_action_where_players_set_it_so() -> None:
    """S1 the other way: any of those that match."""
    bench = (
        Bench(shields(switches={"S1": False}), console=["hit", "critical", "hit"])
        .acting("two.2")
        .take("console")
    )
    with pytest.raises(Refused):
        bench.pick("slot-hit-1", "slot-critical-1")
    bench.pick("slot-hit-1")
    assert (bench.table.marks.get("slot.hit", 0), bench.table.marks.get("slot.critical", 0)) == (1, 0)


@pytest.mark.rule(339)
def test_a_support_unit_may_reroll_one_die() -> None:
    support = the(shields(), "fx-9", "two")
    bench = Bench(shields(), console=["blank", "hit", "blank", "critical"]).acting(support).take("console")
    assert bench.step.what == "reroll" and bench.step.most == 1
    bench.pick("0").pick("slot-critical-1", "slot-hit-1")
    assert (bench.table.marks.get("slot.hit", 0), bench.table.marks.get("slot.critical", 0)) == (1, 1)


@pytest.mark.rule(341, 347)
@acts("transmitter")
def test_six_filled_slots_are_a_point_and_three_points_win() -> None:
    full = {"slot.critical": 2, "slot.hit": 4}
    assert (
        "transmitter" not in Bench(shields(marks={"slot.hit": 4, "slot.surge": 1})).acting("two.2").actions()
    )
    bench = Bench(shields(marks=full)).acting("two.2").take("transmitter")
    assert bench.table.points("red") == 1 and not any(name.startswith("slot.") for name in bench.table.marks)
    two = tuple(Score(side="red", points=1, card=SHIELDS, reason="transmitted", round=1) for _ in range(2))
    won = Bench(shields(marks=full, scores=two)).acting("two.2").take("transmitter")
    assert won.table.ended == Ended(winner="red", ground="mission")
    assert "transmitter" not in Bench(shields(marks=full)).acting("one.2").actions(), "the attacker's alone"


@pytest.mark.rule(342)
def test_backup_adds_a_die_to_the_pool() -> None:
    bench = Bench(shields()).acting("one.2").take("console", "backup")
    assert bench.table.marks.get("reinforcements", 0) == 1 and bench.step.left == 2


@pytest.mark.rule(343)
def test_webs_suppress_an_enemy_unit_in_one_gain() -> None:
    """A Hit and a Critical: two Suppression, one above the Courage of a Stormtrooper."""
    bench = (
        Bench(shields(), webs=["hit", "surge", "critical"], panic=["hit"])
        .acting("one.2")
        .take("console", "webs")
    )
    bench.pick("two.2")
    assert bench.unit("two.2").suppression == 1 and bench.unit("two.2").lost == 1


@pytest.mark.rule(344)
@pytest.mark.parametrize(("unit", "left"), [("one.2", 2), ("one.9", 1)])
def test_encrypt_empties_slots_a_support_unit_with_two_dice(unit: str, left: int) -> None:
    bench = (
        Bench(shields(marks={"slot.hit": 3}), encrypt=["hit", "hit"]).acting(unit).take("console", "encrypt")
    )
    assert bench.pick(*bench.step.options).table.marks.get("slot.hit", 0) == left


@pytest.mark.rule(339, 344)
@pytest.mark.parametrize(
    ("unit", "deed", "hits"), [("two.2", "", [2, 3, 4]), ("one.9", "encrypt", [2, 1, 0])]
)
def test_a_slot_that_matches_may_be_left(unit: str, deed: str, hits: list[int]) -> None:
    """A token may be put there, or removed: on none, one or both of the slots that two Hits match."""
    faces = {"encrypt" if deed else "console": ["hit", "hit", "blank"]}
    for number, left in enumerate(hits):
        bench = Bench(shields(marks={"slot.hit": 2}), **faces).acting(unit).take("console", deed)
        bench.pick(*bench.step.options[:number])
        assert bench.table.marks.get("slot.hit", 0) == left


def reserves(before: Table, *ids: str) -> Table:
    for id in ids:
        before = with_unit(before, id, deployed=False, tokens={"waiting": 1, "reserve": 1})
    return before


@pytest.mark.rule(345)
def test_the_pool_brings_one_unit_and_one_more_for_criticals_and_surges() -> None:
    before = with_unit(
        reserves(shields(marks={"reinforcements": 3}), "one.7", "one.8", "one.9"), "one.2", suppression=1
    )
    bench = Bench(before, reinforcements=["critical", "hit", "surge"]).run(StartOfEnd(id="r1.start-of-end"))
    bench.pick("one.7").pick("calm one.2").pick("one.8")
    assert [bench.unit(id).deployed for id in ("one.7", "one.8", "one.9")] == [True, True, False]
    assert bench.unit("one.2").suppression == 0 and bench.table.marks.get("reinforcements", 0) == 3, (
        "dice stay"
    )
    none = Bench(reserves(shields(), "one.7")).run(StartOfEnd(id="r1.start-of-end"))
    assert none.unit("one.7").deployed, "one arrives without a pool"


@pytest.mark.rule(346)
def test_before_round_four_all_others_arrive() -> None:
    before = reserves(shields(round=4), "one.7", "one.9")
    after = Bench(before).run(Effects(id="r4.begins", hook="round")).table
    assert after.units["one.7"].deployed and not after.units["one.9"].waits
    early = Bench(replace(before, round=3)).run(Effects(id="r3.begins", hook="round")).table
    assert early.units["one.7"].waits


@pytest.mark.rule(348, 364, 376)
@pytest.mark.parametrize("mission", [SHIELDS, CODES, VEHICLE])
def test_after_round_four_the_defender_has_won(mission: str) -> None:
    assert mission_result(table(mission, round=3)) is None
    assert mission_result(table(mission, round=4)) == Ended(winner="blue", ground="held")


# The Codes! ------------------------------------------------------------------------------------------------


def dealt(**more: Any) -> Bench:
    """Red's first Stormtrooper has the Codes, two others Decoys; Blue defends."""
    bench = Bench(table(CODES, **more))
    bench.run(Effects(id="setup.ready", hook="ready"))
    bench.say("two", Units(prompt="setup.codes", units=("two.2", "two.3", "two.4")))
    return bench


@pytest.mark.rule(350, 356, 357)
def test_red_deals_three_tokens_and_only_red_knows_which() -> None:
    bench = dealt()
    assert {one.id for one in bench.table.units.values() if one.has("code")} == {"two.2", "two.3", "two.4"}
    assert bench.game.secrets["two"].codes == {"two.2": "codes", "two.3": "decoy-1", "two.4": "decoy-2"}
    assert view(bench.game, "one").own == Secret() and "decoy" not in repr(bench.table)


@pytest.mark.rule(359)
@pytest.mark.parametrize(
    "units", [("two.2", "two.2", "two.3"), ("two.2", "two.3"), ("one.2", "two.3", "two.4")]
)
def test_one_token_for_each_of_three_own_units(units: tuple[str, ...]) -> None:
    bench = Bench(table(CODES)).run(Effects(id="setup.ready", hook="ready"))
    with pytest.raises(Refused):
        bench.say("two", Units(prompt="setup.codes", units=units))


@pytest.mark.rule(360)
@acts("redistribute")
def test_a_holder_redistributes_among_leaders_near_it() -> None:
    """With one without a token, too (G29); everybody sees who holds, nobody what."""
    bench = dealt().acting("two.2").take("redistribute")
    bench.pick("two.5")
    assert isinstance(bench.step, DealCodes) and bench.step.holders == ("two.2",)
    bench.say("two", Units(prompt=bench.step.id, units=("two.5",)))
    assert bench.game.secrets["two"].codes["two.5"] == "codes" and not bench.unit("two.2").has("code")
    assert bench.unit("two.5").has("code") and bench.step.left == 2


@pytest.mark.rule(358)
def test_a_defeated_holder_hands_its_token_on() -> None:
    bench = dealt()
    bench.run(Suffer(id="falls", units=("two.2",), what="wound", number=6))
    assert bench.step.what == "hand-on" and "two.3" not in bench.step.options, "one each"
    bench.pick("two.5")
    assert bench.unit("two.5").has("code") and bench.game.secrets["two"].codes["two.5"] == "codes"


@pytest.mark.rule(353, 357)
@acts("claim-token")
def test_a_dropped_token_is_unopened_and_who_claims_it_knows_it() -> None:
    bench = dealt()
    bench.run(Suffer(id="falls", units=("two.2",), what="wound", number=6)).pick()
    dropped = next(one for one in bench.table.lying() if one.name == "Condition token")
    assert not dropped.holder and bench.game.secrets["two"].codes[dropped.id] == "codes"
    assert view(bench.game, "one").own == Secret()
    bench.acting("one.2").take("claim-token", dropped.id)
    assert bench.unit("one.2").has("code") and bench.game.secrets["one"].codes == {"one.2": "codes"}


@pytest.mark.rule(357, 360)
@pytest.mark.parametrize(
    ("chosen", "dealt_to", "known"),
    [("two.3", ("two.3", "two.5"), {}), ("two.6", ("two.6",), {"two.6": "codes"})],
)
def test_tokens_mixed_by_a_redistribution_are_known_to_red_alone(
    chosen: str, dealt_to: tuple[str, ...], known: dict[str, str]
) -> None:
    """Blue held the Codes and lost them again: it knows where they lie until they are mixed with another
    token; one token alone it sees going on."""
    bench = dealt().run(Suffer(id="falls", units=("two.2",), what="wound", number=6)).pick()
    bench.acting("one.2").take("claim-token", "dropped-1").take("")
    bench.run(Suffer(id="again", units=("one.2",), what="wound", number=6))
    bench.acting("two.5").take("claim-token", "dropped-2").take("redistribute").pick(chosen)
    bench.say("two", Units(prompt=bench.step.id, units=dealt_to))
    assert bench.game.secrets["one"].codes == known
    (opened_,) = open_secrets(bench.game)
    assert opened_.codes == bench.game.secrets["two"].codes


@pytest.mark.rule(356, 357, 360)
def test_decoys_that_were_mixed_are_decoys_and_not_told_apart() -> None:
    """Blue held both Decoys and lost them: dealt anew it knows them as Decoys, Red by their numbers; whoever
    claims one sees its number again, and closing opens every number."""
    bench = dealt()
    for number, (holder, claimer) in enumerate((("two.3", "one.2"), ("two.4", "one.3")), 1):
        bench.run(Suffer(id=f"falls{number}", units=(holder,), what="wound", number=6)).pick()
        bench.acting(claimer).take("claim-token", f"dropped-{2 * number - 1}").take("")
        bench.run(Suffer(id=f"again{number}", units=(claimer,), what="wound", number=6))
        bench.acting(f"two.{4 + number}").take("claim-token", f"dropped-{2 * number}").take("")
    assert bench.game.secrets["one"].codes == {"two.5": "decoy-1", "two.6": "decoy-2"}
    bench.acting("two.5").take("redistribute").pick("two.6")
    bench.say("two", Units(prompt=bench.step.id, units=("two.6", "two.5")))
    assert bench.game.secrets["one"].codes == {"two.5": "decoy", "two.6": "decoy"}
    known = {"two.2": "codes", "two.6": "decoy-1", "two.5": "decoy-2"}
    assert bench.game.secrets["two"].codes == known and open_secrets(bench.game)[0].codes == known
    bench.run(Suffer(id="last", units=("two.6",), what="wound", number=7)).pick()
    assert bench.game.secrets["one"].codes["dropped-5"] == "decoy"
    bench.acting("one.4").take("claim-token", "dropped-5")
    assert bench.game.secrets["one"].codes["one.4"] == "decoy-1"


@pytest.mark.rule(353)
def test_in_version_1_1_only_the_crack_squad_claims() -> None:
    bench = dealt(edition="v1.1")
    bench.run(Suffer(id="falls", units=("two.2",), what="wound", number=6)).pick()
    assert "claim-token" not in bench.acting("one.2").actions()
    other = dealt(edition="v1.1").run(Suffer(id="falls", units=("two.2",), what="wound", number=6)).pick()
    assert "claim-token" in other.acting("two.5").actions()


@pytest.mark.rule(352)
def test_a_holder_that_panics_drops_nothing_and_blue_sees_its_token() -> None:
    bench = dealt()
    bench.run(Suffer(id="shaken", units=("two.3",), what="suppression", number=2))
    assert bench.unit("two.3").has("code") and bench.of(Looked)[0].unit == "two.3"
    (seen,) = bench.game.secrets["one"].seen
    assert (seen.unit, seen.round, seen.face) == ("two.3", 1, "decoy-1")


@pytest.mark.rule(362)
@acts("halt")
def test_halt_shows_blue_a_token_and_nobody_else() -> None:
    bench = dealt().acting("one.2").take("halt", "two.2")
    assert bench.game.secrets["one"].seen[0].face == "codes" and bench.step.left == 1
    assert bench.of(TokenSeen)[0].seen_by() == frozenset({"seat:one"})
    assert "halt" not in dealt().acting("two.2").actions()


@pytest.mark.rule(354)
def test_a_support_holder_of_the_crack_squad_dashes_at_speed_two() -> None:
    bench = Bench(table(CODES)).run(Effects(id="setup.ready", hook="ready"))
    bench.say("two", Units(prompt="setup.codes", units=("two.8", "two.3", "two.4")))
    assert bench.unit("two.8").rank == "support"
    assert [one.speed for one in bench.acting("two.8").take("dash").of(Moved)] == [2]
    assert not dealt().acting("two.2").take("dash").of(Moved)


@pytest.mark.rule(361)
def test_the_crack_squad_may_move_while_engaged() -> None:
    close = table(CODES, engaged=engaged(("one.2", "two.2")))
    assert Bench(close).acting("two.2").take("move").table.marks.get("did.two.2.withdraw", 0) == 0
    assert Bench(close).acting("one.2").take("move").table.marks.get("did.one.2.withdraw", 0) == 1


@pytest.mark.rule(355, 363)
@pytest.mark.parametrize(
    ("near", "asked", "winner"),
    [
        (("two.2",), True, "red"), (("two.3",), True, None), (("two.5",), False, None),
        (("two.2", "one.9"), False, None), (("two.2", "one.2"), True, "red"),
    ],
)  # fmt: skip
def test_the_codes_shown_at_an_open_transmitter_win(
    near: tuple[str, ...], asked: bool, winner: str | None
) -> None:
    """A Support unit of Blue's closes it. Red is asked for a Decoy as well, so that asking tells nothing."""
    bench = dealt().run(TellPlaces(id="r1.places"))
    bench.say("one", Places(prompt="r1.places", places={"transmitter-left": near}))
    assert (getattr(bench.step, "what", "") == "reveal-codes") is asked
    if asked and not winner:
        assert [one.options for one in bench.legal("two")] == [("no",)]
        with pytest.raises(Refused, match=r"game\.only_decoys"):
            bench.pick("yes")
        bench.pick("no")
    elif asked:
        bench.pick("yes")
    assert (bench.table.ended.winner if bench.table.ended else None) == winner


# Disabled Vehicle ------------------------------------------------------------------------------------------


def ambush(edition: str = "playtest") -> Bench:
    """Blue: Infantry with its vehicle. Red: Rebel Troopers in the Network."""
    before = table(VEHICLE, ("infantry", "rebel-troopers"), edition)
    units = {id: replace(unit, deployed=unit.seat == "one") for id, unit in before.units.items()}
    return Bench(replace(before, units=units)).run(MissionSetup(id="setup.cards"))


@pytest.mark.rule(365, 366)
def test_the_vehicle_is_a_unit_of_blue_and_red_is_in_the_network() -> None:
    bench = ambush()
    hull = the(bench.table, "vehicle-empire")
    assert (bench.unit(hull).wounds, bench.unit(hull).rank, bench.unit(hull).seat) == (15, "heavy", "one")
    assert all(unit.has("network") and not unit.deployed for unit in bench.table.army("two"))
    assert len(eligible(bench.table, "two")) == 9, "they take orders"
    assert hull not in [unit.id for unit in eligible(bench.table, "one")], "the vehicle takes none"


@pytest.mark.parametrize("squad", ["infantry", "invasion-force"])
def test_nobody_is_near_a_commander_in_the_network(squad: str) -> None:
    """G36: Chain of Command, Inspiring Oration and Command Node need their unit on the table."""
    for here in (True, False):
        before = with_chair(table(VEHICLE, ("rebel-troopers", squad)), "two", assets=("inspiring-oration",))
        chief = next(unit.id for unit in before.army("two") if unit.is_commander)
        before = with_unit(before, chief, order="faceup", deployed=here)
        before = with_unit(before, next(u.id for u in before.army("two") if u.rank == "corps"), suppression=1)
        asked = {step.what for step in Bench(before).hook("ordered").table.todo}
        assert bool(asked & {"chain-of-command", "command-node", "inspiring-oration"}) is here


@pytest.mark.parametrize(
    ("squad", "hook", "card", "token"),
    [
        ("rebel-troopers", "activations", {"assets": ("dug-in",)}, "dodge"),
        ("invasion-force", "activations", {"assets": ("networked-calculations",)}, "surge"),
        ("invasion-force", "revealed", {"played": "combat-protocols"}, "surge"),
        ("arc-troopers", "activations", {}, "surge"),
        ("mandalorian-super-commandos", "ordered", {"played": "diversionary-tactics"}, "aim"),
    ],
)
def test_a_unit_in_the_network_gains_what_cards_give_without_a_distance(
    squad: str, hook: str, card: dict[str, Any], token: str
) -> None:
    """G36."""
    before = with_chair(table(VEHICLE, ("infantry", squad), "v1.1"), "two", **card)
    chief = next(unit.id for unit in before.army("two") if unit.is_commander)
    away = with_unit(before, chief, deployed=False, tokens={"network": 1})
    assert Bench(away).hook(hook).unit(chief).has(token)
    waiting = with_unit(before, chief, deployed=False, tokens={"waiting": 1})
    assert not Bench(waiting).hook(hook).unit(chief).has(token), "nobody is reached who waits"


def test_what_is_asked_of_units_without_a_distance_names_those_in_the_network() -> None:
    """G36: Fan Out, Vigilant, Push them Back!, Avengers of their own side; observers of the enemy's."""
    away = {"deployed": False, "suppression": 1, "tokens": {"network": 1, "dodge": 1}}
    for mine, card, hook in (
        ("imperial-special-forces", "fan-out", "activations"), ("rebel-commandos", "vigilant", "clean"),
        ("infantry", "push-them-back", "shaken-out"), ("bright-tree-allies", "avengers", "defeated"),
    ):  # fmt: skip
        before = with_chair(table(VEHICLE, ("rebel-troopers", mine), "v1.1"), "two", assets=(card,))
        units = {
            id: replace(unit, **away) if unit.seat == "two" else unit for id, unit in before.units.items()
        }
        fallen = "two.2" if hook == "defeated" else "one.2"
        bench = Bench(replace(before, units=units)).hook(hook, fallen)
        assert card in {step.what for step in bench.table.todo}, card
    before = with_chair(
        table(VEHICLE, ("imperial-special-forces", "infantry")), "one", assets=("priority-target",)
    )
    bench = Bench(with_unit(before, "two.1", **away)).hook("round")
    assert "two.1" in bench.step.options


@pytest.mark.rule(366)
@pytest.mark.parametrize(("edition", "networked"), [("playtest", True), ("v1.1", False)])
def test_a_unit_that_returns_where_red_has_no_zone_is_in_the_network(edition: str, networked: bool) -> None:
    before = with_chair(
        table(VEHICLE, ("infantry", "invasion-force"), edition), "two", played="endless-legions"
    )
    bench = Bench(with_unit(before, "two.2", gone="defeated", lost=4)).hook("end-start").pick("return two.2")
    unit = bench.unit("two.2")
    assert unit.here and (unit.has("network"), unit.deployed) == (networked, not networked)


@pytest.mark.rule(366)
def test_in_version_1_1_some_ambushers_may_deploy() -> None:
    bench = ambush("v1.1").pick("two.1", "two.3")
    assert not bench.unit("two.1").has("network") and bench.unit("two.2").has("network")


@pytest.mark.rule(367, 368, 369)
def test_a_networked_unit_comes_out_with_a_detonator_and_may_dash_not_move() -> None:
    bench = ambush().run(*activation(ambush().table, "two.2"))
    assert bench.step.what == "ambush"
    bench.pick("ambush-red-left")
    assert bench.unit("two.2").deployed and bench.unit("two.2").tokens == {"detonator": 1}
    assert "dash" in bench.actions() and not {"move", "ambush-point", "rearm"} & bench.actions()
    stays = ambush().run(*activation(ambush().table, "two.2"))
    with pytest.raises(Refused):
        stays.pick()


@pytest.mark.rule(366, 367)
@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("invasion-force", "aggressive-strategy"),
        ("arc-troopers", "mission-tactics"),
        ("rebel-commandos", "complete-the-mission"),
    ],
)
def test_a_unit_that_stays_in_the_network_is_near_no_objective(name: str, card: str) -> None:
    """G36: it may claim the card once it has come out; where no Ambush point lies it stays."""
    before = with_chair(table(VEHICLE, ("infantry", name), "v1.1"), "two", assets=(card,))
    for away, out in networked(before, "two.2"):
        bench = Bench(away).run(MissionSetup(id="setup.cards")).pick()
        bench.game = replace(bench.game, table=replace(bench.table, acting="two.2"))
        bench.run(*activation(bench.table, "two.2"))
        if out:
            assert bench.step.what == "ambush"
            bench.pick("ambush-red-left")
            assert card in bench.actions()
        else:
            assert not isinstance(bench.step, Acting)


def networked(before: Table, unit: str) -> Iterator[tuple[Table, bool]]:
    """A unit in the Network, with points to come out at and without."""
    away = with_unit(before, unit, deployed=False, tokens={"network": 1})
    yield away, True
    elsewhere = {id: replace(one, kind="poi") for id, one in before.markers.items()}
    yield replace(away, markers=elsewhere), False


@pytest.mark.rule(366, 367)
@pytest.mark.parametrize(
    ("name", "card"), [("rebel-troopers", "inspire"), ("clone-troopers", "for-the-republic")]
)
def test_a_commander_that_stays_in_the_network_has_nobody_near(name: str, card: str) -> None:
    """G36: Inspire and For the Republic! count their distance from where the commander has come out."""
    before = table(VEHICLE, ("infantry", name), "v1.1")
    chief = next(unit.id for unit in before.army("two") if unit.is_commander)
    for away, out in networked(before, chief):
        bench = Bench(away).run(MissionSetup(id="setup.cards")).pick("two.2")
        bench.game = replace(bench.game, table=with_unit(bench.table, "two.2", suppression=1))
        bench.run(*activation(bench.table, chief))
        if out:
            bench.pick("ambush-red-left")
        assert (card in {getattr(step, "what", "") for step in bench.table.todo}) is out


def armed(**more: Any) -> Bench:
    bench = ambush()
    ready = with_unit(bench.table, "two.2", deployed=True, tokens={"detonator": 1})
    made = Bench(ready, **more)
    made.game = replace(made.game, table=replace(made.table, acting="two.2"))
    return made


@pytest.mark.rule(370)
@pytest.mark.parametrize(("inches", "dice"), [(0, 10), (3, 7), (9, 1), (10, 0), (14, 0)])
def test_ten_white_dice_less_one_for_each_full_inch(inches: int, dice: int) -> None:
    assert len(detonator_dice(inches)) == dice and set(detonator_dice(inches)) <= {"attack-white"}


@pytest.mark.rule(370, 371)
@acts("detonator")
def test_a_detonator_damages_and_is_spent_and_excludes_an_attack() -> None:
    bench = armed(detonator=["critical", "hit", "surge", "blank"]).acting("two.2").take("detonator").pick("6")
    hull = the(bench.table, "vehicle-empire")
    assert bench.unit(hull).lost == 3 and not bench.unit("two.2").has("detonator")
    assert "attack" not in bench.actions()
    assert (
        "detonator"
        not in Bench(replace(armed().table, marks={"did.two.2.attack": 1})).acting("two.2").actions()
    )


@pytest.mark.rule(372)
@acts("ambush-point")
def test_back_into_the_network_with_wounds_and_tokens() -> None:
    bench = armed()
    bench = Bench(with_unit(bench.table, "two.2", lost=2, suppression=1)).acting("two.2").take("ambush-point")
    unit = bench.unit("two.2")
    assert unit.has("network") and not unit.deployed and (unit.lost, unit.suppression) == (2, 1)
    assert unit.has("detonator")


@pytest.mark.rule(369, 373)
@acts("rearm")
def test_rearm_needs_another_support_unit_and_an_empty_hand() -> None:
    bench = armed()
    support = the(bench.table, "astromech", "two")
    near = with_unit(with_unit(bench.table, support, deployed=True), "two.2", tokens={})
    assert Bench(near).acting("two.2").take("rearm", support).unit("two.2").has("detonator")
    assert "rearm" not in Bench(near).acting(support).actions(), "not from itself"
    assert "rearm" not in armed().acting("two.2").actions()


@pytest.mark.rule(375)
@acts("repair")
def test_a_support_unit_repairs_a_wound() -> None:
    bench = armed()
    hull, medic = the(bench.table, "vehicle-empire"), the(bench.table, "fx-9")
    assert "repair" not in Bench(bench.table).acting(medic).actions(), "nothing to repair"
    hurt = with_unit(bench.table, hull, lost=4)
    assert Bench(hurt).acting(medic).take("repair").unit(hull).lost == 3
    assert "repair" not in Bench(hurt).acting("one.2").actions()


@pytest.mark.rule(376)
def test_fifteen_wounds_win_for_the_ambushers() -> None:
    bench = armed(detonator=["hit"] * 10)
    hull = the(bench.table, "vehicle-empire")
    bench.game = replace(bench.game, table=with_unit(bench.table, hull, lost=5))
    bench.acting("two.2").take("detonator").pick("0")
    assert bench.table.ended == Ended(winner="red", ground="mission")


@pytest.mark.rule(332, 404)
def test_cross_training_makes_corps_count_as_support_for_missions() -> None:
    before = table(squads=("arc-troopers", "infantry"), places={LEFT: ("one.2", "two.2")})
    assert controls(before, before.markers[LEFT]) is None
    trained = with_chair(before, "one", assets=("cross-training",))
    assert controls(trained, trained.markers[LEFT]) == "blue"
    assert Game(table=trained).table.units["one.2"].rank == "corps"


def test_scores_have_their_card_and_reason() -> None:
    rows = [one.score for one in at(held(2), "score").events if isinstance(one, Scored)]
    assert [(one.card, one.reason, one.about) for one in rows] == [
        (SHIFTING, "controlled", (LEFT,)), (SHIFTING, "controlled", (CENTRE,)),
    ]  # fmt: skip
    assert CodesDealt(seat="two", codes={}).seen_by() == frozenset({"seat:two"})


def test_every_action_of_a_mission_is_named_by_a_test() -> None:
    """What units do beside the core's actions and their cards'."""
    missions = {name for name, one in ACTIONS.items() if ".missions." in one.settle.__module__}
    assert missions == acts.ids
