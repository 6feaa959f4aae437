"""Who is near which objective token when the activations are over: each seat tells where its own units are
(core: End Phase; G22)."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from muster.rules.game.answers import AnyInput, Places
from muster.rules.game.kernel import Chance, Outcome, problem, step_rule
from muster.rules.game.log.agreed import SideTold
from muster.rules.game.log.events import PhaseBegun, PlacesTold
from muster.rules.game.marks import STEADY
from muster.rules.game.measuring import near, range_inches, touching
from muster.rules.game.missions import map_card
from muster.rules.game.modes import mode_of
from muster.rules.game.scoring.contesting import SECURED_ASSETS, panicked
from muster.rules.game.steps import (
    AnyStep,
    CheckPanic,
    CleanUp,
    Effects,
    EndOfEnd,
    EndRound,
    ScoreRound,
    StartOfEnd,
    TellPlaces,
)
from muster.rules.game.steps.choices import Among, Draw
from muster.rules.game.table import SEATS, Game, Seat, Table, View, other
from muster.rules.violations import Violation


def end_steps(table: Table) -> tuple[AnyStep, ...]:
    """The End Phase once everybody's place is known."""
    place = f"r{table.round}"
    return (StartOfEnd(id=f"{place}.start-of-end"), ScoreRound(id=f"{place}.score"),
            CleanUp(id=f"{place}.clean"), EndOfEnd(id=f"{place}.end-of-end"),
            EndRound(id=f"{place}.end"))  # fmt: skip


def near_tokens(table: Table) -> tuple[str, ...]:
    """The objective tokens that somebody has to look at."""
    return mode_of(table).near(table)


def scored_tokens(table: Table) -> tuple[str, ...]:
    """Points of interest, and the assets that are secured like them."""
    return tuple(
        [marker.id for marker in table.lying() if marker.kind == "poi" or marker.name in SECURED_ASSETS]
    )


def tokens_asked(table: Table, step: TellPlaces) -> tuple[str, ...]:
    """The tokens this step asks about: all, or those that moved."""
    near = near_tokens(table)
    return tuple([token for token in near if token in step.tokens]) if step.tokens else near


def standing_units(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat on the table that somebody looks for."""
    matters = mode_of(table).matters
    return tuple(unit.id for unit in table.army(seat) if unit.deployed and matters(table, unit))


def measured_places(table: Table, step: TellPlaces) -> Mapping[str, tuple[str, ...]]:
    """Who is near which token, where nobody has to tell: on a board."""
    units = [unit for seat in SEATS for unit in standing_units(table, seat)] if table.board else []
    return {token: at_token(table, token, units) for token in tokens_asked(table, step)} if units else {}


def at_token(table: Table, token: str, units: Iterable[str]) -> tuple[str, ...]:
    """Those of these units that are near a token: at the range or the inches of its mission, where that has
    any, else in contact."""
    reach, card = range_inches(table.markers[token].reach), map_card(table.mission)
    far = reach or (card.control if card else 0)
    return near(table, token, units, far) if far else touching(table, token, units)


def tellers(table: Table, step: TellPlaces) -> tuple[Seat, ...]:
    """Who has still to tell: each seat that has units to tell of, where any token is asked about."""
    left = (seat for seat in SEATS if seat not in step.told and standing_units(table, seat))
    return tuple(left) if tokens_asked(table, step) and not table.board else ()


def _place_options(seen: View, step: TellPlaces) -> Iterator[AnyInput]:
    """As last round, and nobody anywhere; people tap any."""
    table, tokens = seen.table, tokens_asked(seen.table, step)
    units = [unit for seat in SEATS if seat == seen.audience for unit in standing_units(table, seat)]
    near = {token: table.places.get(token, ()) for token in tokens}
    yield Places(prompt=step.id, places={at: tuple(id for id in near[at] if id in units) for at in near})
    yield Places(prompt=step.id)
    if len(tellers(table, step)) == len(SEATS):
        yield Places(prompt=step.id, both=True)
    for shift in range(len(tokens)):
        spread = {
            token: tuple(units[(number + shift) % len(tokens) :: len(tokens)])
            for number, token in enumerate(tokens)
        }
        yield Places(prompt=step.id, places=spread)


def _sample_places(seen: View, step: TellPlaces, draw: Draw) -> Places:
    """Any of one's own units near any token; to tell of the other's as well is no choice of one's own."""
    units = next(standing_units(seen.table, seat) for seat in SEATS if seat == seen.audience)
    near = Among(units, 0, len(units))
    return Places(prompt=step.id, places={at: near.sample(draw) for at in tokens_asked(seen.table, step)})


def _place_wrong(seen: View, step: TellPlaces, answer: Places) -> Iterator[Violation]:
    """Tokens in play, units on the table whose side has not told yet. A unit may be near several tokens."""
    table = seen.table
    asked = tokens_asked(table, step)
    if unknown := [token[:40] for token in answer.places if token not in asked]:
        yield problem("game.no_token", unknown)
    units = [unit for near in answer.places.values() for unit in near]
    if absent := [unit[:40] for unit in units if unit not in table.units or not _stands(table, unit)]:
        yield problem("game.not_here", dict.fromkeys(absent))
    elif again := [unit for unit in units if table.units[unit].seat in step.told]:
        yield problem("game.places_told", dict.fromkeys(again))


def _stands(table: Table, unit: str) -> bool:
    return table.units[unit].here and table.units[unit].deployed


def _tells(table: Table, step: TellPlaces, seat: Seat, answer: Places) -> tuple[Seat, ...]:
    """Whose units are told: the speaker's own, or those of both where both are named or meant."""
    named = {table.units[unit].seat for near in answer.places.values() for unit in near}
    both = answer.both or other(seat) in named
    return tuple(player for player in SEATS if player == seat or (both and player not in step.told))


@step_rule(TellPlaces, who=tellers, options=_place_options, wrong=_place_wrong, sample=_sample_places)
def _record_places(
    game: Game, step: TellPlaces, seat: Seat | None, answer: Places | None, _chance: Chance
) -> Outcome:
    """Told once for an End Phase (G22), again only for tokens that moved; each seat tells where its own units
    are, and until it has, they are where they were. Where Courage decides about panic, somebody looks. Then
    the Activation Phase is over."""
    table = game.table
    tells = _tells(table, step, seat, answer) if seat and answer else ()
    next_step = replace(step, told=(*step.told, *tells))
    asked, new = tokens_asked(table, step), answer.places if answer else measured_places(table, step)
    if seat and tellers(table, next_step):
        own = {token: tuple(dict.fromkeys(new.get(token, ()))) for token in asked}
        return Outcome((SideTold(seat=seat, places=own),), (next_step,))
    near = {
        token: tuple(dict.fromkeys((*_told_before(table, token, step.told), *new.get(token, ()))))
        for token in asked
    }
    beside = {token: units for token, units in table.places.items() if token not in step.tokens}
    places = (beside if step.tokens else {}) | {token: units for token, units in near.items() if units}
    event = PlacesTold(places=places, source="board" if table.board else "told")
    shaken = (
        CheckPanic(seat=table.units[unit].seat, unit=unit)
        for unit in dict.fromkeys(unit for units in near.values() for unit in units)
        if panicked(table, table.units[unit]) or STEADY.count(table, unit)
    )
    if step.tokens:
        return Outcome.of((event,), shaken)
    over = Effects(hook="activations-end")
    begun = PhaseBegun(phase="end", round=table.round)
    return Outcome((begun, event), (*shaken, over, *end_steps(table)))


def _told_before(table: Table, token: str, seats: tuple[Seat, ...]) -> Iterator[str]:
    """The units of some seats that were told to be near a token."""
    return (unit for unit in table.places.get(token, ()) if table.units[unit].seat in seats)
