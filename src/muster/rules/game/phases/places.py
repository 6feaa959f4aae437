"""Who is near which objective token when the activations are over: each seat tells where its own units are
(core: End Phase; G22)."""

from collections.abc import Iterator

from msgspec.structs import replace

from muster.rules.game.answers import AnySaid, Places
from muster.rules.game.hooks import WAYS
from muster.rules.game.kernel import Chance, Outcome, problem, settles
from muster.rules.game.log.agreed import SideTold
from muster.rules.game.log.events import PhaseBegun, PlacesTold
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
    if own := WAYS.near.get(table.mode):
        return own(table)
    return tuple(one.id for one in table.lying() if one.kind == "poi" or one.name in SECURED_ASSETS)


def told_again(table: Table, step: TellPlaces) -> tuple[str, ...]:
    """The tokens this step asks about: all, or those that moved."""
    return tuple(token for token in near_tokens(table) if not step.tokens or token in step.tokens)


def standing(table: Table, seat: Seat) -> tuple[str, ...]:
    """The units of a seat on the table that somebody looks for."""
    matters = WAYS.matters.get(table.mode)
    deployed = (unit for unit in table.army(seat) if unit.deployed)
    return tuple(unit.id for unit in deployed if matters is None or matters(table, unit))


def tellers(table: Table, step: TellPlaces) -> tuple[Seat, ...]:
    """Who has still to tell: each seat that has units to tell of, where any token is asked about."""
    left = (seat for seat in SEATS if seat not in step.told and standing(table, seat))
    return tuple(left) if told_again(table, step) else ()


def _place_options(seen: View, step: TellPlaces) -> Iterator[AnySaid]:
    """As last round, and nobody anywhere; people tap any."""
    table, tokens = seen.table, told_again(seen.table, step)
    units = [unit for seat in SEATS if seat == seen.audience for unit in standing(table, seat)]
    near = {token: table.places.get(token, ()) for token in tokens}
    yield Places(prompt=step.id, places={at: tuple(one for one in near[at] if one in units) for at in near})
    yield Places(prompt=step.id)
    if len(tellers(table, step)) == len(SEATS):
        yield Places(prompt=step.id, both=True)
    for shift in range(len(tokens)):
        spread = {
            token: tuple(units[(number + shift) % len(tokens) :: len(tokens)])
            for number, token in enumerate(tokens)
        }
        yield Places(prompt=step.id, places=spread)


def _place_wrong(seen: View, step: TellPlaces, said: Places) -> Iterator[Violation]:
    """Tokens in play, units on the table whose side has not told yet. A unit may be near several tokens."""
    table = seen.table
    if unknown := [token[:40] for token in said.places if token not in told_again(table, step)]:
        yield problem("game.no_token", unknown)
    units = [unit for near in said.places.values() for unit in near]
    if absent := [unit[:40] for unit in units if unit not in table.units or not _stands(table, unit)]:
        yield problem("game.not_here", dict.fromkeys(absent))
    elif told := [unit for unit in units if table.units[unit].seat in step.told]:
        yield problem("game.places_told", dict.fromkeys(told))


def _stands(table: Table, unit: str) -> bool:
    return table.units[unit].here and table.units[unit].deployed


def _tells(table: Table, step: TellPlaces, seat: Seat, said: Places) -> tuple[Seat, ...]:
    """Whose units are told: the speaker's own, or those of both where both are named or meant."""
    named = {table.units[unit].seat for near in said.places.values() for unit in near}
    both = said.both or other(seat) in named
    return tuple(one for one in SEATS if one == seat or (both and one not in step.told))


@settles(TellPlaces, who=tellers, options=_place_options, wrong=_place_wrong)
def _places_told(
    game: Game, step: TellPlaces, seat: Seat | None, said: Places | None, _chance: Chance
) -> Outcome:
    """Told once for an End Phase (G22), again only for tokens that moved; each seat tells where its own units
    are, and until it has, they are where they were. Where Courage decides about panic, somebody looks. Then
    the Activation Phase is over."""
    table = game.table
    tells = _tells(table, step, seat, said) if seat and said else ()
    told = replace(step, told=(*step.told, *tells))
    asked, new = told_again(table, step), said.places if said else {}
    if seat and tellers(table, told):
        own = {token: tuple(dict.fromkeys(new.get(token, ()))) for token in asked}
        return Outcome((SideTold(seat=seat, places=own),), (told,))
    near = {
        token: tuple(dict.fromkeys((*_of(table, token, step.told), *new.get(token, ())))) for token in asked
    }
    beside = {token: units for token, units in table.places.items() if token not in step.tokens}
    places = (beside if step.tokens else {}) | {token: units for token, units in near.items() if units}
    event = PlacesTold(places=places)
    shaken = (
        CheckPanic(id=f"{step.id}.{unit}", seat=table.units[unit].seat, unit=unit)
        for unit in dict.fromkeys(unit for units in near.values() for unit in units)
        if panicked(table, table.units[unit]) or table.mark(f"steady.{unit}")
    )
    if step.tokens:
        return Outcome((event,), tuple(shaken))
    over = Effects(id=f"{step.id}.activations-end", hook="activations-end")
    begun = PhaseBegun(phase="end", round=table.round)
    return Outcome((begun, event), (*shaken, over, *end_steps(table)))


def _of(table: Table, token: str, seats: tuple[Seat, ...]) -> Iterator[str]:
    """The units of some seats that were told to be near a token."""
    return (unit for unit in table.places.get(token, ()) if table.units[unit].seat in seats)
