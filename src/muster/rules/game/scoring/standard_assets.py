"""The secondaries of standard games that are about assets: Supply Run, Retrieve the Data, Failed
Negotiations, Align the Relay."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import FIRST_SCORING, Moment, card, effect, unit_action
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged
from muster.rules.game.marks import CORES, INCOGNITO, SUPPLIES, Told
from muster.rules.game.measuring import HALF_RANGE, NO_PLACE, RANGE_1, Door
from muster.rules.game.scoring.contesting import PRISONER, acts, panicked, secured
from muster.rules.game.scoring.points import (
    choose,
    each_may_choose,
    if_full,
    lying,
    place_by,
    remove,
    scored,
    told_points,
)
from muster.rules.game.scoring.score_only import counted_by_side
from muster.rules.game.steps import Confirm
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit
from muster.rules.log import Event

CACHE: Final = "Supply Cache"
CORE: Final = "Data Core"
RELAY: Final = "Comms Relay"
EXCHANGE: Final = "Exchange"
LATE: Final = 4
"""From this round a delivered Cache is worth one more."""
FULL: Final = 2
"""Suppression a Data Core needs to be retrieved."""


def _lay_tokens(table: Table, card: str, name: str, centre: bool) -> Outcome:
    """Two tokens of each side, and one in the centre where the card says so; the players place them."""
    ids = [f"{side}-{number}" for side in SIDES for number in (1, 2)]
    slug = name.rsplit(" ", maxsplit=1)[-1].lower()
    tokens = (Marker(id=f"{slug}-{id}", name=name, kind="asset") for id in (*(["centre"] * centre), *ids))
    places = (place_by(table, side, slug, f"place-{slug}") for side in SIDES)
    kept = tokens if table.level == "full" else ()
    return Outcome.of((MarkerChanged(marker=marker, why=card) for marker in kept), places)


def _acts(table: Table, unit: Unit, card: str, name: str) -> Iterable[Marker]:
    """The tokens a unit may act on in its activation; whether it contests one the table shows."""
    return lying(table, name) if table.mission.secondary == card and acts(table, unit) else ()


TOLD_SUPPLIES, TOLD_CORES, TOLD_PRISONERS, TOLD_RELAYS = (
    Told(name, ("side",)) for name in ("supplies", "cores", "prisoners", "relays")
)


def _counts_by_side(table: Table, mark: Told) -> dict[Side, int]:
    return {side: mark.count(table, side) for side in SIDES}


# Supply Run ------------------------------------------------------------------------------------------------


# Blue first: each places two Supply Caches in Contested Territory.
effect("setup", "supply-run")(lambda table, _: _lay_tokens(table, "supply-run", CACHE, centre=False))


@card("supply-run").claims(CACHE)
def _claims_cache(table: Table, unit: Unit, _cache: Marker) -> bool:
    """Every Trooper that holds none."""
    return unit.is_type("trooper") and not any(marker.holder == unit.id for marker in lying(table, CACHE))


@effect("unit-start", "supply-run")
def _delivery(table: Table, moment: Moment) -> Outcome:
    """From round 2, when a unit with a Cache begins its activation: does it contest a point of interest, and
    is the Cache given up?"""
    held = [marker for marker in lying(table, CACHE) if marker.holder == moment.unit]
    if table.round < FIRST_SCORING or not held or panicked(table, table.units[moment.unit]):
        return Outcome()
    seat = table.units[moment.unit].seat
    return Outcome(then=(deliver_supplies.ask(seat, YesNo(), moment.unit),))


def supplies(table: Table) -> int:
    """What a Cache is worth: 1 VP, 2 from round 4."""
    return 2 if table.round >= LATE else 1


@choice("supply-run", door=Door("F", "control", far=HALF_RANGE), optional=True)
def deliver_supplies(answer: Answered[Nothing]) -> Outcome:
    """The Cache is removed."""
    table, unit = answer.table, answer.step.unit
    held = (marker for marker in lying(table, CACHE) if marker.holder == unit)
    gone = tuple(remove(marker, "supply-run") for marker in held)
    return Outcome((*gone, scored(table, answer.side, supplies(table), "supply-run.delivered", [unit])))


@effect("score", "supply-run")
def _deliveries_told(table: Table, _: Moment) -> Outcome:
    """With the score only: as many as were told for this round."""
    points = told_points(table, TOLD_SUPPLIES, "supply-run.delivered", supplies(table))
    return Outcome.of(
        event for score in points
        for event in (score, SUPPLIES.add(table, by=score.score.points // supplies(table)))
    )  # fmt: skip


# How many Caches were delivered: four in all in a game.
card("supply-run").asks(lambda table: counted_by_side(table, TOLD_SUPPLIES, 4 - SUPPLIES.count(table)))


# Retrieve the Data -----------------------------------------------------------------------------------------


# A Data Core in the centre; Blue first, each places two more in Contested Territory.
effect("setup", "retrieve-the-data")(
    lambda table, _: _lay_tokens(table, "retrieve-the-data", CORE, centre=True)
)


def _recoverable(table: Table, unit: Unit) -> tuple[str, ...]:
    return tuple(core.id for core in _acts(table, unit, "retrieve-the-data", CORE))


@unit_action("data-recovery", able=_recoverable, once=True)
def _recovers(table: Table, _unit: Unit, core: str) -> Outcome:
    """An action: a Suppression on a Core that the unit contests."""
    token = table.markers[core]
    return Outcome((MarkerChanged(marker=replace(token, amount=token.amount + 1), why="retrieve-the-data"),))


@card("retrieve-the-data").scores
def _retrieved(table: Table) -> Iterable[Event]:
    """1 VP for each Core secured with two Suppression or more; those are removed."""
    why = "retrieve-the-data.retrieved"
    counts = {side: count for side, count in _counts_by_side(table, TOLD_CORES).items() if count}
    yield from (scored(table, side, count, why) for side, count in counts.items())
    yield from (CORES.add(table, by=count) for count in counts.values())
    for core, side in secured(table, CORE) if table.level == "full" else ():
        if core.amount >= FULL:
            yield scored(table, side, 1, why, [core.id])
            yield remove(core, "retrieve-the-data")


# How many Data Cores were retrieved: five in all in a game.
card("retrieve-the-data").asks(lambda table: counted_by_side(table, TOLD_CORES, 5 - CORES.count(table)))


# Failed Negotiations ---------------------------------------------------------------------------------------


def _guards(table: Table, side: Side) -> tuple[str, ...]:
    """The Corps and Special Forces Troopers of a side."""
    army = table.army(table.seat_of(side))
    return tuple(unit.id for unit in army if _may_guard(unit))


def _may_guard(unit: Unit) -> bool:
    return unit.rank in ("corps", "special-forces") and unit.is_type("trooper")


@effect("setup", "failed-negotiations")
def _exchange(table: Table, _: Moment) -> Outcome:
    """The Exchange in the centre; Blue first, each gives a Prisoner to a Corps or Special Forces Trooper."""
    place = Confirm(id="setup.exchange", about="place-exchange")
    if table.level == "score":
        return Outcome(then=(place,))
    centre = MarkerChanged(marker=Marker(id="exchange", name=EXCHANGE), why="failed-negotiations")
    able = {side: _guards(table, side) for side in SIDES}
    gives = (choose(table, side, give_prisoner, 1, able[side]) for side in SIDES if able[side])
    return Outcome((centre,), (place, *if_full(table, gives)))


@choice("give-prisoner", told=True, door=NO_PLACE)
def give_prisoner(answer: Answered[Nothing]) -> Outcome:
    """It holds the Prisoner, an asset."""
    prisoner = Marker(id=f"prisoner-{answer.side}", name=PRISONER, kind="asset", of=answer.side)
    return Outcome.of(
        MarkerChanged(marker=replace(prisoner, holder=unit), why="failed-negotiations")
        for unit in answer.chosen
    )


# Corps and Special Forces Troopers.
card("failed-negotiations").claims(PRISONER)(lambda _table, unit, _prisoner: _may_guard(unit))


@effect("activations", "failed-negotiations")
def _hidden(table: Table, _: Moment) -> Outcome:
    """First Activation Phase: who holds a Prisoner has Incognito for the round."""
    holders = (marker.holder for marker in lying(table, PRISONER) if marker.holder and table.round == 1)
    return Outcome.of(INCOGNITO.add(table, unit) for unit in holders)


@effect("score", "failed-negotiations")
def _exchange_asked(table: Table, _: Moment) -> Outcome:
    """From round 2: which holders of a Prisoner are within range 1 of the Exchange? With the score only as
    many as were told for this round."""
    if table.level == "score":
        return Outcome.of(told_points(table, TOLD_PRISONERS, "failed-negotiations.exchange"))
    if table.round < FIRST_SCORING:
        return Outcome()
    held = {marker.holder for marker in lying(table, PRISONER) if marker.holder}
    return Outcome.of(then=each_may_choose(table, tell_at_exchange, lambda unit: unit.id in held, most=2))


@choice("at-exchange", told=True, door=Door("F", "distance", far=RANGE_1))
def tell_at_exchange(answer: Answered[Nothing]) -> Outcome:
    """1 VP for each."""
    why = "failed-negotiations.exchange"
    return Outcome.of(scored(answer.table, answer.side, 1, why, [unit]) for unit in answer.chosen)


# How many units hold a Prisoner within range 1 of the Exchange: two in all.
card("failed-negotiations").asks(lambda table: counted_by_side(table, TOLD_PRISONERS, 2))


# Align the Relay -------------------------------------------------------------------------------------------


# A Comms Relay in the centre; Blue first, each places two more.
effect("setup", "align-the-relay")(lambda table, _: _lay_tokens(table, "align-the-relay", RELAY, centre=True))


def _alignable(table: Table, unit: Unit) -> tuple[str, ...]:
    side = table.side_of(unit.seat)
    return tuple(marker.id for marker in _acts(table, unit, "align-the-relay", RELAY) if marker.of != side)


@unit_action("align-relay", able=_alignable, once=True)
def _aligned(table: Table, unit: Unit, relay: str) -> Outcome:
    """An action: control of a Relay that the unit contests, until the other side takes it."""
    token = replace(table.markers[relay], of=table.side_of(unit.seat))
    return Outcome((MarkerChanged(marker=token, why="align-the-relay"),))


@card("align-the-relay").scores
def _relay_score(table: Table) -> Iterable[Event]:
    """1 VP for two Relays or more, 1 more for four or more."""
    counts = {side: sum(marker.of == side for marker in lying(table, RELAY)) for side in SIDES}
    for side, count in (_counts_by_side(table, TOLD_RELAYS) if table.level == "score" else counts).items():
        if points := (count >= 2) + (count >= 4):
            yield scored(table, side, points, "align-the-relay.relays")


# How many Relays each side controls: five in all.
card("align-the-relay").asks(lambda table: counted_by_side(table, TOLD_RELAYS, 5))
