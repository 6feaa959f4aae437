"""The three Recon objectives (003, rules 472 to 483): what they set up, count and score, on the large table
too."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Answered, Nothing, choice
from muster.rules.game.hooks import FIRST_SCORING, Asked, Moment, card, effect, full_game, scoring_round
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import MarkerChanged
from muster.rules.game.marks import COUNTED, NAMED
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.scoring.contesting import LEADS, contesting, each_secured, leads_at, secures
from muster.rules.game.scoring.points import choose, gives_token, if_full, lying, on_the_map, scored, units_of
from muster.rules.game.steps.choices import Among
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SIDES, Marker, Side, Table, against
from muster.rules.log import Event

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
            *if_full(table, (choose(table, side, name_three, 3) for side in SIDES)),
        )
    )


@choice("name-three", told=True, door=NO_PLACE)
def name_three(answer: Answered[Nothing]) -> Outcome:
    """Three are named; the other picks two of them once both have named theirs (rule 473)."""
    table = answer.table
    events = tuple(NAMED.add(table, unit) for unit in answer.chosen)
    if answer.side == "blue":
        return Outcome(events)
    named = {
        side: tuple(u for u in units_of(table, side) if u in answer.chosen or NAMED.count(table, u))
        for side in SIDES
    }
    picks = (
        replace(choose(table, against(side), give_intel, 2, named[against(side)]), seat=table.seat_of(side))
        for side in SIDES
    )
    return Outcome.of(events, picks)


give_intel = gives_token("give-intel", "intel", "intercept-signals")
"""The units picked gain Intel (rules 473, 475)."""


@card("intercept-signals").scores
def _intercept_score(table: Table) -> Iterator[Event]:
    """1 VP for each tower outside the own Territory that the side secures, or that a unit of it with Intel
    contests (rule 474)."""
    for side, tower in product(SIDES, lying(table, TOWER)):
        if tower.side != side and (reason := _tower(table, tower, side)):
            yield scored(table, side, 1, f"intercept-signals.{reason}", [tower.id])


def _tower(table: Table, tower: Marker, side: Side) -> str:
    if table.level == "score":
        return "secured" if table.holds.get(tower.id, "") in (side, "both") else ""
    if secures(table, tower, side):
        return "secured"
    return "intel" if any(unit.has("intel") for unit in contesting(table, tower, side)) else ""


@effect("end-end", "intercept-signals", when=full_game)
def _intercept_end(table: Table, _: Moment) -> Outcome:
    """From round 1, Blue first: a side that secures a tower may give Intel to up to two units contesting it;
    never more than two of its units have Intel (rule 475)."""
    return Outcome.of(then=(step for side in SIDES for step in _more_intel(table, side)))


def _more_intel(table: Table, side: Side) -> Iterator[Choose]:
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
        seat, most = table.seat_of(side), min(room, len(able))
        yield give_intel.ask(seat, Among(able, 0, most))


# Both sides may score at one tower (rule 474).
card("intercept-signals").asks(lambda _table: Asked(both=True))


# Bunker Assault --------------------------------------------------------------------------------------------


@card("bunker-assault").asks
def _bunker_asks(table: Table) -> Asked:
    """Where a Commander, Operative or Special Forces unit contests an enemy Bunker (rule 480)."""
    late = table.round >= FIRST_SCORING
    return Asked(marks=tuple(LEADS.word(bunker.id) for bunker in lying(table, BUNKER) if late))


@effect("end-start", "bunker-assault", when=scoring_round)
def _bunker_wounds(table: Table, _: Moment) -> Outcome:
    """From round 2: a wound on each enemy Bunker secured, one more where a Commander, Operative or Special
    Forces unit contests it, then all with three are destroyed (rules 479, 480, 481)."""
    hit = (_hit(table, bunker) for bunker in lying(table, BUNKER))
    return Outcome.of(MarkerChanged(marker=bunker, why="bunker-assault") for bunker in hit if bunker)


def _hit(table: Table, bunker: Marker) -> Marker | None:
    side = against(bunker.of or "blue")
    if not secures(table, bunker, side):
        return None
    wounds = bunker.wounds + 1 + leads_at(table, bunker, side)
    return replace(bunker, wounds=wounds, gone=wounds >= BUNKER_WOUNDS)


@card("bunker-assault").scores
def _bunker_score(table: Table) -> Iterator[Event]:
    """1 VP for each Bunker secured, 3 for each enemy Bunker destroyed in this End Phase; one that is gone is
    not secured (rules 477, 478)."""
    yield from each_secured(table, BUNKER, "bunker-assault.secured")
    gone = [marker for marker in table.markers.values() if marker.gone and marker.name == BUNKER]
    new = [(marker, marker.of) for marker in gone if marker.of and not COUNTED.count(table, marker.id)]
    yield from (scored(table, against(of), 3, "bunker-assault.destroyed", [bunker.id]) for bunker, of in new)
    yield from (COUNTED.add(table, bunker.id) for bunker, _ in new)


# Close the Pocket ------------------------------------------------------------------------------------------


@card("close-the-pocket").scores
def _pocket_score(table: Table) -> Iterator[Event]:
    """2 VP for the centre Stockpile, 1 for each other, if secured (rule 483)."""
    for name, worth in PILES.items():
        yield from each_secured(table, name, "close-the-pocket.secured", worth)
