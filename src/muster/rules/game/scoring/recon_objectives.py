"""The three Recon objectives (003, rules 472 to 483): what they set up, count and score, on the large table
too."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.hooks import Choice, Moment, effect, purpose
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, MarkerChanged, UnitChanged
from muster.rules.game.scoring.contesting import contesting, leads_at, secured_by, secures
from muster.rules.game.scoring.points import (
    FIRST_SCORING,
    choose,
    if_full,
    lying,
    on_the_map,
    scored,
    units_of,
)
from muster.rules.game.scoring.told import Asked, asks
from muster.rules.game.steps import ChooseUnits
from muster.rules.game.table import SIDES, Marker, Side, Table, against

MOST_INTEL: Final = 2
BUNKER_WOUNDS: Final = 3
TOWER: Final = "Comms Tower"
BUNKER: Final = "Bunker"
PILES: Final = {"Centre Stockpile": 2, "Stockpile": 1}


# Intercept Signals -----------------------------------------------------------------------------------------


@effect("setup", "intercept-signals")
def _intercept_setup(table: Table, _: Moment) -> Outcome:
    """Blue first, each names three own units; then each picks two of the other's three (rules 472, 473)."""
    return Outcome(
        then=(
            on_the_map(table.mission.objective),
            *if_full(table, (choose(table, side, "name-three", 3) for side in SIDES)),
        )
    )


@purpose("name-three")
def _named_three(choice: Choice) -> Outcome:
    """Three are named; the other picks two of them once both have named theirs (rule 473)."""
    table = choice.table
    events = tuple(Marked(name=f"named.{unit}") for unit in choice.units)
    if choice.side == "blue":
        return Outcome(events)
    named = {
        side: tuple(u for u in units_of(table, side) if u in choice.units or table.mark(f"named.{u}"))
        for side in SIDES
    }
    picks = (
        replace(choose(table, against(side), "give-intel", 2, named[against(side)]), seat=table.seat_of(side))
        for side in SIDES
    )
    return Outcome(events, tuple(picks))


@purpose("give-intel")
def _gave_intel(choice: Choice) -> Outcome:
    """The units picked gain Intel (rules 473, 475)."""
    return Outcome(
        tuple(UnitChanged(unit=unit, what="intel", by=1, why="intercept-signals") for unit in choice.units)
    )


@effect("score", "intercept-signals")
def _intercept_score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each tower outside the own Territory that the side secures, or that a unit of it
    with Intel contests (rule 474)."""
    if table.round < FIRST_SCORING:
        return Outcome()
    return Outcome(
        tuple(
            scored(table, side, 1, f"intercept-signals.{reason}", [tower.id])
            for side in SIDES
            for tower in lying(table, TOWER)
            if tower.side != side and (reason := _tower(table, tower, side))
        )
    )


def _tower(table: Table, tower: Marker, side: Side) -> str:
    if table.level == "score":
        return "secured" if table.holds.get(tower.id, "") in (side, "both") else ""
    if secures(table, tower, side):
        return "secured"
    return "intel" if any(unit.has("intel") for unit in contesting(table, tower, side)) else ""


@effect("end-end", "intercept-signals")
def _intercept_end(table: Table, _: Moment) -> Outcome:
    """From round 1, Blue first: a side that secures a tower may give Intel to up to two units contesting it;
    never more than two of its units have Intel (rule 475)."""
    if table.level == "score":
        return Outcome()
    return Outcome(then=tuple(step for side in SIDES for step in _more_intel(table, side)))


def _more_intel(table: Table, side: Side) -> Iterator[ChooseUnits]:
    room = MOST_INTEL - sum(unit.has("intel") for unit in table.army(table.seat_of(side)))
    able = tuple(
        dict.fromkeys(
            unit.id
            for tower in lying(table, TOWER)
            if secures(table, tower, side)
            for unit in contesting(table, tower, side)
            if not unit.has("intel")
        )
    )
    if room > 0 and able:
        step = choose(table, side, "give-intel", min(room, len(able)), able)
        yield replace(step, id=f"r{table.round}.more-intel.{side}", least=0)


@asks("intercept-signals")
def _intercept_asks(_table: Table) -> Asked:
    """Both sides may score at one tower (rule 474)."""
    return Asked(both=True)


# Bunker Assault --------------------------------------------------------------------------------------------


@effect("setup", "bunker-assault")
def _bunker_setup(table: Table, _: Moment) -> Outcome:
    """Four Bunkers; the two farther from one's Territory are the enemy's (rule 476)."""
    return Outcome(then=(on_the_map(table.mission.objective),))


@asks("bunker-assault")
def _bunker_asks(table: Table) -> Asked:
    """Where a Commander, Operative or Special Forces unit contests an enemy Bunker (rule 480)."""
    late = table.round >= FIRST_SCORING
    return Asked(marks=tuple(f"leader.{bunker.id}" for bunker in lying(table, BUNKER) if late))


@effect("end-start", "bunker-assault")
def _bunker_wounds(table: Table, _: Moment) -> Outcome:
    """From round 2: a wound on each enemy Bunker secured, one more where a Commander, Operative or Special
    Forces unit contests it, then all with three are destroyed (rules 479, 480, 481)."""
    if table.round < FIRST_SCORING:
        return Outcome()
    hit = (_hit(table, bunker) for bunker in lying(table, BUNKER))
    return Outcome(tuple(MarkerChanged(marker=bunker, why="bunker-assault") for bunker in hit if bunker))


def _hit(table: Table, bunker: Marker) -> Marker | None:
    side = against(bunker.of or "blue")
    if not secures(table, bunker, side):
        return None
    wounds = bunker.wounds + 1 + leads_at(table, bunker, side)
    return replace(bunker, wounds=wounds, gone=wounds >= BUNKER_WOUNDS)


@effect("score", "bunker-assault")
def _bunker_score(table: Table, _: Moment) -> Outcome:
    """From round 2: 1 VP for each Bunker secured, 3 for each enemy Bunker destroyed in this End Phase; one
    that is gone is not secured (rules 477, 478)."""
    if table.round < FIRST_SCORING:
        return Outcome()
    held = (
        scored(table, side, 1, "bunker-assault.secured", [bunker.id])
        for bunker in lying(table, BUNKER)
        if (side := secured_by(table, bunker))
    )
    gone = [one for one in table.markers.values() if one.gone and one.name == BUNKER]
    new = [(one, one.of) for one in gone if one.of and not table.mark(f"counted.{one.id}")]
    fallen = (scored(table, against(of), 3, "bunker-assault.destroyed", [one.id]) for one, of in new)
    return Outcome((*held, *fallen, *(Marked(name=f"counted.{one.id}") for one, _ in new)))


# Close the Pocket ------------------------------------------------------------------------------------------


@effect("setup", "close-the-pocket")
def _pocket_setup(table: Table, _: Moment) -> Outcome:
    """Three Stockpiles (rule 482)."""
    return Outcome(then=(on_the_map(table.mission.objective),))


@effect("score", "close-the-pocket")
def _pocket_score(table: Table, _: Moment) -> Outcome:
    """From round 2: 2 VP for the centre Stockpile, 1 for each other, if secured (rule 483)."""
    if table.round < FIRST_SCORING:
        return Outcome()
    return Outcome(
        tuple(
            scored(table, side, worth, "close-the-pocket.secured", [pile.id])
            for name, worth in PILES.items()
            for pile in lying(table, name)
            if (side := secured_by(table, pile))
        )
    )
