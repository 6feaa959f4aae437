"""How the events of Special Operations change a game. Nothing is decided, measured or looked up here."""

from msgspec.structs import replace

from muster.rules.game.log.evolve import on
from muster.rules.game.special_operations import events
from muster.rules.game.table import Game, Seat, Secret, Seen


def _table(game: Game, **fields: object) -> Game:
    return replace(game, table=replace(game.table, **fields))


def _secret(game: Game, seat: Seat, **fields: object) -> Game:
    secret = replace(game.secrets.get(seat, Secret()), **fields)
    return replace(game, secrets={**game.secrets, seat: secret})


def _unit(game: Game, id: str, **fields: object) -> Game:
    return _table(game, units={**game.table.units, id: replace(game.table.units[id], **fields)})


@on(events.LoadoutsPicked)
def _picked(game: Game, event: events.LoadoutsPicked) -> Game:
    return _secret(game, event.seat, loadouts=event.loadouts, answered=event.step)


@on(events.LoadoutsRevealed)
def _revealed(game: Game, event: events.LoadoutsRevealed) -> Game:
    for seat, loadouts in event.loadouts.items():
        chair = replace(game.table.chairs[seat], assets=loadouts)
        game = _table(game, chairs={**game.table.chairs, seat: chair})
        game = _secret(game, seat, loadouts=(), answered="")
    return game


@on(events.UnitJoined)
def _joined(game: Game, event: events.UnitJoined) -> Game:
    return _table(game, units={**game.table.units, event.unit.id: event.unit})


@on(events.TokenMeant)
def _meant(game: Game, event: events.TokenMeant) -> Game:
    covert = game.secrets.get(event.seat, Secret()).covert
    return _secret(game, event.seat, covert={**covert, event.token: event.unit})


@on(events.CodesDealt)
def _dealt(game: Game, event: events.CodesDealt) -> Game:
    return _secret(game, event.seat, codes=event.codes)


@on(events.CodesHeld)
def _held(game: Game, event: events.CodesHeld) -> Game:
    units = {}
    for id, unit in game.table.units.items():
        rest = {name: count for name, count in unit.tokens.items() if name != "code"}
        units[id] = replace(unit, tokens={**rest, "code": 1} if id in event.units else rest)
    return _table(game, units=units)


@on(events.TokenSeen)
def _seen(game: Game, event: events.TokenSeen) -> Game:
    note = Seen(unit=event.unit, round=event.round, face=event.face)
    return _secret(game, event.seat, seen=(*game.secrets.get(event.seat, Secret()).seen, note))


@on(events.OrderTurned)
def _turned(game: Game, event: events.OrderTurned) -> Game:
    return _unit(game, event.unit, order=event.order)


@on(events.Returned)
def _returned(game: Game, event: events.Returned) -> Game:
    """What was defeated comes back unhurt and bare; what left alive keeps wounds and tokens."""
    if not event.defeated:
        spots = {id: spot for id, spot in game.table.spots.items() if id != event.unit}
        return _table(_unit(game, event.unit, deployed=False), spots=spots)
    return _unit(game, event.unit, gone="", by="", lost=0, suppression=0, tokens={}, order="", deployed=False)


@on(events.SecretsOpened)
def _opened(game: Game, _event: events.SecretsOpened) -> Game:
    """It is for the log: nothing is played any more."""
    return game
