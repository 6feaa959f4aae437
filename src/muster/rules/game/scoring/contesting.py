"""Who contests and who secures an objective token, who is Suppressed or Panicked (core: objectives, panic).

A unit contests a token when its leader is near it and it is not Panicked at that moment. A side secures a
token when more of its units contest it than of the other's; with equal numbers nobody does.
"""

from collections.abc import Iterator
from typing import Final

from muster.rules.campaign.battle.at_the_table import courage_range
from muster.rules.campaign.battle.wipe_them_out import shelter
from muster.rules.game.engine.continuations import Answered, Payload, choice
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Scored
from muster.rules.game.marks import FEARLESS, SHELTERED, STEADY, UNITY, Told
from muster.rules.game.measuring import HALF_RANGE, RANGE_1, RANGE_3, Door
from muster.rules.game.scoring.points import scored
from muster.rules.game.steps.choices import YesNo
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Marker, Side, Table, Unit, against

PRISONER: Final = "Prisoner"
"""Who holds one has Courage +1 (Failed Negotiations)."""
SECURED_ASSETS: Final = ("Data Core",)
"""Assets that are secured like points of interest, so that somebody has to look at them."""
BRAVER: Final = {SHELTERED: shelter(True).courage, UNITY: 1}
"""What somebody has to look for, and the Courage it adds: beside a Defensive Position (rule 61), another
Clone Trooper within range 1 (Unity)."""


def own_courage(table: Table, unit: Unit) -> int | None:
    """Its Courage with what was told to add to it, one more with a Prisoner; none while The Best of Us makes
    it fearless."""
    if unit.courage is None or FEARLESS.count(table, unit.id):
        return None
    guards = any(marker.name == PRISONER and marker.holder == unit.id for marker in table.lying())
    more_courage = sum(more for mark, more in BRAVER.items() if mark.count(table, unit.id))
    return unit.courage + more_courage + guards


def suppressed(table: Table, unit: Unit) -> bool:
    """Suppression of at least its Courage; a unit without Courage never is (core: Suppression)."""
    own = own_courage(table, unit) if unit.suppression else None
    return own is not None and unit.suppression >= own


def lenders(table: Table, unit: Unit) -> tuple[Unit, ...]:
    """The other Commanders of its side that may be in range, the bravest first: on the table like the unit,
    or like it not yet (core: Undeployed units). A Self-Serving unit borrows from nobody."""
    if "self-serving" in unit.effects:
        return ()
    allies = (ally for ally in table.army(unit.seat) if ally.id != unit.id and ally.deployed == unit.deployed)
    others = (unit for unit in allies if unit.is_commander)
    return tuple(sorted(others, key=lambda ally: -(own_courage(table, ally) or 0)))


def courage(table: Table, unit: Unit) -> int | None:
    """Its own Courage, or that of a Commander told to be within range 3 (core: Panic). Off the table allies
    are within any distance of one another (core: Undeployed units)."""
    own = own_courage(table, unit)
    if own is None:
        return None
    lent = (
        0
        if unit.deployed
        else max((own_courage(table, ally) or 0 for ally in lenders(table, unit)), default=0)
    )
    return max(own, lent, STEADY.count(table, unit.id))


def panicked(table: Table, unit: Unit) -> bool:
    """Suppression of at least twice the Courage it counts with; a unit without Courage never panics."""
    counted = courage(table, unit) if unit.suppression else None
    return counted is not None and unit.suppression >= 2 * counted


def acts(table: Table, unit: Unit) -> bool:
    """Whether it is on the table, in its own activation and not Panicked, so that it may act and contest."""
    return table.acting == unit.id and unit.here and unit.deployed and not panicked(table, unit)


def braver_decides(table: Table, unit: Unit, more: int) -> bool:
    """Whether so much more Courage would keep it from being Suppressed or Panicked."""
    own, counted = own_courage(table, unit), courage(table, unit)
    if own is None or counted is None or not unit.suppression:
        return False
    shaken = own <= unit.suppression < own + more
    return shaken or 2 * counted <= unit.suppression < 2 * max(counted, own + more)


class Looked(Payload, frozen=True):
    """How far somebody looks, in ranges."""

    reach: int = 3


def steadying(table: Table, unit: Unit, after: int = 0) -> tuple[Choose, ...]:
    """Where a Commander's Courage would keep a unit from panic, somebody has to look: within range 3, for a
    Disgraced one within range 2 (core: Panic; rule 276). The bravest is asked about first; off the table
    there is nothing to look at."""
    able = [
        ally
        for ally in (lenders(table, unit) if unit.deployed else ())
        if unit.here and panicked(table, unit) and unit.suppression < 2 * (own_courage(table, ally) or 0)
    ]
    if after >= len(able):
        return ()
    lender = able[after]
    known = Looked(courage_range("disgraced" in lender.effects))
    return (steadied.ask(unit.seat, YesNo(), unit.id, by=lender.id, known=known),)


@choice("steadied", Looked, door=Door("F", "distance", far=RANGE_3, rules=(276,)))
def steadied(answer: Answered[Looked]) -> Outcome:
    """A Commander near enough lends its Courage against panic; if the bravest is not, or has fallen since,
    another may be (core: Panic; rule 276)."""
    table, step = answer.table, answer.step
    unit, near = table.units[step.unit], [lender.id for lender in lenders(table, table.units[step.unit])]
    if answer.yes and step.by in near:
        lent = own_courage(table, table.units[step.by]) or 0
        return Outcome(STEADY.change_to(table, lent, unit.id))
    asked = near.index(step.by) + 1 if step.by in near else 0
    return Outcome(then=steadying(table, unit, asked))


@choice("sheltered", Looked, door=Door("F", "distance", far=HALF_RANGE, rules=(61,)))
def sheltered(answer: Answered[Looked]) -> Outcome:
    """A position is there, or is not (rule 61)."""
    return Outcome(SHELTERED.change_to(answer.table, answer.yes, answer.step.unit))


@choice("unity", Looked, door=Door("F", "distance", far=RANGE_1))
def unity(answer: Answered[Looked]) -> Outcome:
    """Another Clone Trooper unit is there, or is not (Unity)."""
    return Outcome(UNITY.change_to(answer.table, answer.yes, answer.step.unit))


def contesting(table: Table, marker: Marker, side: Side) -> tuple[Unit, ...]:
    """The units of a side that contest a token."""
    near = (table.units[id] for id in table.places.get(marker.id, ()) if id in table.units)
    seat = table.seat_of(side)
    return tuple(
        unit
        for unit in near
        if unit.seat == seat and unit.here and _may_contest(marker, unit) and not panicked(table, unit)
    )


def _may_contest(marker: Marker, unit: Unit) -> bool:
    """A token that one rank alone contests is nothing to the others."""
    return (
        marker.only is None or unit.rank == marker.only or (marker.only == "commander" and unit.is_commander)
    )


def at_token(table: Table, marker: Marker) -> tuple[Side, ...]:
    """The sides that contest a token. Where only the score is kept, it was told."""
    if table.level == "score":
        held = table.holds.get(marker.id, "")
        return SIDES if held == "both" else (held,) if held else ()
    return tuple(side for side in SIDES if contesting(table, marker, side))


def secured_by(table: Table, marker: Marker) -> Side | None:
    """The side that secures a token. Where only the score is kept, it was told."""
    if table.level == "score":
        held = table.holds.get(marker.id, "")
        return held if held in ("blue", "red") else None
    blue, red = (len(contesting(table, marker, side)) for side in ("blue", "red"))
    return None if blue == red else "blue" if blue > red else "red"


def secured(table: Table, name: str) -> Iterator[tuple[Marker, Side]]:
    """The tokens of a name that a side secures, and which."""
    tokens = (marker for marker in table.lying() if marker.name == name)
    return ((marker, side) for marker in tokens if (side := secured_by(table, marker)))


def each_secured(table: Table, name: str, why: str, worth: int = 1) -> Iterator[Scored]:
    """Victory points for each token of a name that is secured."""
    return (scored(table, side, worth, why, [marker.id]) for marker, side in secured(table, name))


def secures(table: Table, marker: Marker, side: Side) -> bool:
    """Whether this side does."""
    return secured_by(table, marker) == side


LEADS: Final = Told("leader", ("token",))


def leads_at(table: Table, marker: Marker, side: Side) -> bool:
    """Whether a Commander, Operative or Special Forces unit of the side contests a token (rule 480)."""
    if table.level == "score":
        return LEADS.count(table, marker.id) > 0
    there = contesting(table, marker, side)
    return any(unit.is_leader or unit.rank == "special-forces" for unit in there)


def more_suppressed(table: Table, side: Side) -> bool:
    """Whether more units of the other side than of this one have Suppression of at least their Courage."""
    own, theirs = (
        sum(suppressed(table, unit) for unit in table.army(table.seat_of(each_side)))
        for each_side in (side, against(side))
    )
    return theirs > own
