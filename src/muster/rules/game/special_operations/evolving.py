"""How the events of Special Operations change a game. Nothing is decided, measured or looked up here."""

from msgspec.structs import replace

from muster.rules.game.log.evolve import on, with_chair, with_secret, with_table, with_unit
from muster.rules.game.special_operations import events
from muster.rules.game.table import Game, Secret, Seen


@on(events.LoadoutsPicked)
def _loadouts_picked(game: Game, event: events.LoadoutsPicked) -> Game:
    return with_secret(game, event.seat, loadouts=event.loadouts, answered=event.step)


@on(events.LoadoutsRevealed)
def _loadouts_revealed(game: Game, event: events.LoadoutsRevealed) -> Game:
    for seat, loadouts in event.loadouts.items():
        game = with_secret(with_chair(game, seat, assets=loadouts), seat, loadouts=(), answered="")
    return game


on(events.UnitJoined)(
    lambda game, event: with_table(game, units={**game.table.units, event.unit.id: event.unit})
)


@on(events.TokenMeant)
def _token_meant(game: Game, event: events.TokenMeant) -> Game:
    covert = game.secrets.get(event.seat, Secret()).covert
    return with_secret(game, event.seat, covert={**covert, event.token: event.unit})


on(events.CodesDealt)(lambda game, event: with_secret(game, event.seat, codes=event.codes))


@on(events.CodesHeld)
def _codes_held(game: Game, event: events.CodesHeld) -> Game:
    units = {}
    for id, unit in game.table.units.items():
        rest = {name: count for name, count in unit.tokens.items() if name != "code"}
        units[id] = replace(unit, tokens={**rest, "code": 1} if id in event.units else rest)
    return with_table(game, units=units)


@on(events.TokenSeen)
def _token_seen(game: Game, event: events.TokenSeen) -> Game:
    note = Seen(unit=event.unit, round=event.round, face=event.face)
    return with_secret(game, event.seat, seen=(*game.secrets.get(event.seat, Secret()).seen, note))


on(events.OrderTurned)(lambda game, event: with_unit(game, event.unit, order=event.order))


@on(events.Returned)
def _unit_returned(game: Game, event: events.Returned) -> Game:
    """What was defeated comes back unhurt and bare; what left alive keeps wounds and tokens."""
    if not event.defeated:
        spots = {id: spot for id, spot in game.table.spots.items() if id != event.unit}
        return with_table(with_unit(game, event.unit, deployed=False), spots=spots)
    return with_unit(
        game, event.unit, gone="", by="", lost=0, suppression=0, tokens={}, order="", deployed=False
    )
