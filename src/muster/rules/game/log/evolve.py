"""How each event changes a game. Nothing is decided, measured or looked up here."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from muster.rules.game.log import agreed as agreed_events
from muster.rules.game.log import cards as card_events
from muster.rules.game.log import engaged, events, game_settings
from muster.rules.game.minis import after_wounds
from muster.rules.game.table import Chair, Game, Plea, Proposal, Seat, Secret, Table, Unit
from muster.rules.game.told_facts import facts_without
from muster.rules.log import Changes, Decider, Event

ROUND_TOKENS: Final = ("aim", "dodge", "observation", "surge", "standby", "smoke")
"""What the End Phase takes from every unit (core: End Phase, step 4; Smoke token, page 55)."""

NEW_ROUND: Final = {
    "played": "", "returns": False, "pips": 0, "pool": (), "passes": 0, "just_passed": False,
}  # fmt: skip
"""The fields of a chair that start each round afresh."""
BROUGHT: Final = ("faction", "army", "points", "hand", "assets", "agenda", "agendas", "deck", "squad")
"""The fields of a chair that come with its force."""
CHANGES: Final = Changes[Game]()
on = CHANGES.on


def evolve(game: Game, *events: Event) -> Game:
    """Apply events in order; events of other kinds change nothing."""
    for event in events:
        if change := CHANGES.get(type(event)):
            game = change(game, event)
    return game


def with_table(game: Game, **fields: object) -> Game:
    """The game with fields of its table changed."""
    return replace(game, table=replace(game.table, **fields))


def with_chair(game: Game, seat: Seat, **fields: object) -> Game:
    """The game with fields of a chair changed."""
    chair = replace(game.table.chairs.get(seat, Chair()), **fields)
    return with_table(game, chairs={**game.table.chairs, seat: chair})


def with_unit(game: Game, id: str, **fields: object) -> Game:
    """The game with fields of a unit changed."""
    return with_table(game, units={**game.table.units, id: replace(game.table.units[id], **fields)})


def with_secret(game: Game, seat: Seat, **fields: object) -> Game:
    """The game with fields of what a seat alone knows changed."""
    secret = replace(game.secrets.get(seat, Secret()), **fields)
    return replace(game, secrets={**game.secrets, seat: secret})


@on(events.GameOpened)
def _opened(_: Game, event: events.GameOpened) -> Game:
    table = Table(
        mode=event.mode, owner=event.owner if event.mode == "turning-point" else None,
        level=event.level, edition=event.edition, name=event.name, dice=event.dice, cards=event.cards,
        watched=event.watched, switches=event.switches, board=event.board,
        marks={f"mission.{event.mission}": 1} if event.mission else {},
    )  # fmt: skip
    return Game(table=table, source=event.source)


on(events.SeatTaken)(lambda game, event: with_chair(game, event.seat, name=event.name))
on(events.SeatKept)(lambda game, event: replace(game, players={**game.players, event.seat: event.player}))


@on(events.SeatLeft)
def _seat_left(game: Game, event: events.SeatLeft) -> Game:
    chairs = {seat: chair for seat, chair in game.table.chairs.items() if seat != event.seat}
    units = {id: unit for id, unit in game.table.units.items() if unit.seat != event.seat}
    left = with_table(game, chairs=chairs, units=units)
    return replace(
        left,
        players={seat: player for seat, player in game.players.items() if seat != event.seat},
        secrets={seat: secret for seat, secret in game.secrets.items() if seat != event.seat},
    )


@on(events.ForceBrought)
def _force_brought(game: Game, event: events.ForceBrought) -> Game:
    others = {id: unit for id, unit in game.table.units.items() if unit.seat != event.seat}
    game = with_table(game, units=others | {unit.id: unit for unit in event.units})
    brought = {field: getattr(event, field) for field in BROUGHT}
    return with_chair(game, event.seat, **brought, wrong=(), ready=True)


on(game_settings.ArmyChecked)(lambda game, event: with_chair(game, event.seat, wrong=event.wrong))
on(events.HandKept)(lambda game, event: with_secret(game, event.seat, hand=event.cards))
on(events.SeedSealed)(lambda game, event: replace(game, seeds={**game.seeds, event.step: event.seed}))


@on(events.PhaseBegun)
def _phase_begun(game: Game, event: events.PhaseBegun) -> Game:
    """A new round begins without priority: at the end of the last one, after the tokens are gone, it still
    says whose covert units are placed first (G15)."""
    priority = game.table.priority if event.round == game.table.round else None
    return with_table(game, phase=event.phase, round=event.round, priority=priority)


@on(events.ColoursSet)
def _colours_set(game: Game, event: events.ColoursSet) -> Game:
    """Advantages belong to the players: they change sides with them."""
    mission = game.table.mission
    if game.table.blue not in (None, event.blue):
        mission = replace(mission, blue_advantage=mission.red_advantage, red_advantage=mission.blue_advantage)
    return with_table(game, blue=event.blue, mission=mission)


on(events.EdgeChosen)(lambda game, event: with_table(game, edge=event.edge))


@on(events.MissionSet)
def _mission_set(game: Game, event: events.MissionSet) -> Game:
    return with_table(game, mission=event.mission, markers={marker.id: marker for marker in event.markers})


@on(card_events.CardSwapped)
def _card_swapped(game: Game, event: card_events.CardSwapped) -> Game:
    place = f"{game.table.side_of(event.seat)}_advantage" if event.kind == "advantage" else event.kind
    shown = (*game.table.chairs[event.seat].shown, event.card)
    mission = replace(game.table.mission, **{place: event.card})
    return with_table(with_chair(game, event.seat, shown=shown), mission=mission)


on(events.Deployed)(lambda game, event: with_unit(game, event.unit, deployed=True))
on(events.CardLaid)(lambda game, event: with_secret(game, event.seat, laid=event.card, answered=event.step))


@on(events.CardsRevealed)
def _cards_revealed(game: Game, event: events.CardsRevealed) -> Game:
    for seat, card in event.cards.items():
        secret = game.secrets.get(seat, Secret())
        hand = tuple(held for held in secret.hand if held != card)
        game = with_secret(game, seat, hand=hand, laid="", answered="")
        game = with_chair(game, seat, played=card, pips=event.pips[seat], hand=len(hand))
    return game


@on(events.CardReturned)
def _card_returned(game: Game, event: events.CardReturned) -> Game:
    secret = game.secrets.get(event.seat, Secret())
    game = with_secret(game, event.seat, hand=(*secret.hand, event.card))
    return with_chair(game, event.seat, hand=len(secret.hand) + 1, returns=True)


on(events.PrioritySet)(lambda game, event: with_table(game, priority=event.seat))


@on(events.OrdersGiven)
def _orders_given(game: Game, event: events.OrdersGiven) -> Game:
    units = {id: replace(game.table.units[id], order="faceup") for id in event.units}
    return with_table(game, units={**game.table.units, **units})


on(card_events.OrderedAside)(lambda game, event: with_unit(game, event.unit, order="faceup"))


@on(events.PoolsMade)
def _pools_made(game: Game, event: events.PoolsMade) -> Game:
    for seat, pool in event.pools.items():
        game = with_chair(game, seat, pool=pool, passes=event.passes.get(seat, 0))
    return game


@on(events.TokenDrawn)
def _token_drawn(game: Game, event: events.TokenDrawn) -> Game:
    pool = list(game.table.chairs[event.seat].pool)
    pool.remove(event.rank)
    return with_chair(game, event.seat, pool=tuple(pool))


@on(events.Activated)
def _activated(game: Game, event: events.Activated) -> Game:
    seat = game.table.units[event.unit].seat
    if game.table.chairs[seat].just_passed:
        game = with_chair(game, seat, just_passed=False)
    return with_table(game, acting=event.unit, facts=facts_without(game.table.facts, event.unit))


@on(events.Finished)
def _finished(game: Game, event: events.Finished) -> Game:
    units = game.table.units
    done = replace(units[event.unit], order="facedown")
    return with_table(game, units={**units, event.unit: done}, acting="")


@on(events.Passed)
def _passed(game: Game, event: events.Passed) -> Game:
    passes = game.table.chairs[event.seat].passes - event.token
    return with_chair(game, event.seat, passes=passes, just_passed=event.token)


@on(events.UnitChanged)
def _unit_changed(game: Game, event: events.UnitChanged) -> Game:
    unit = game.table.units[event.unit]
    if event.what == "wound":
        losses = after_wounds(unit.minis, unit.losses, event.by)
        return with_unit(game, unit.id, lost=max(0, unit.lost + event.by), losses=losses)
    if event.what == "suppression":
        return with_unit(game, unit.id, suppression=max(0, unit.suppression + event.by))
    return with_unit(game, unit.id, tokens=_add_to_count(unit.tokens, event.what, event.by))


@on(card_events.KeywordGained)
def _keyword_gained(game: Game, event: card_events.KeywordGained) -> Game:
    prepared = event.keyword == "prepared-position"
    for id in event.units:
        unit = game.table.units[id]
        keywords = (*unit.keywords, event.keyword)
        game = with_unit(game, id, keywords=keywords, prepared=unit.prepared or prepared)
    gained = game.table.gained
    return with_table(
        game, gained={**gained, **{id: (*gained.get(id, ()), event.keyword) for id in event.units}}
    )


@on(card_events.AgendaSwitched)
def _agenda_switched(game: Game, event: card_events.AgendaSwitched) -> Game:
    left = tuple(agenda for agenda in game.table.chairs[event.seat].agendas if agenda != event.agenda)
    return with_chair(game, event.seat, agenda=event.agenda, agendas=left)


@on(events.Defeated)
def _defeated(game: Game, event: events.Defeated) -> Game:
    """Its order token stays until the round is cleaned up: agendas ask for it."""
    return _without_places_of(with_unit(game, event.unit, gone="defeated", by=event.by), event.unit)


on(events.TakenOff)(
    lambda game, event: _without_places_of(with_unit(game, event.unit, gone="off", order=""), event.unit)
)


@on(events.MarkerChanged)
def _marker_changed(game: Game, event: events.MarkerChanged) -> Game:
    return with_table(game, markers={**game.table.markers, event.marker.id: event.marker})


@on(events.Marked)
def _marked(game: Game, event: events.Marked) -> Game:
    if engaged.is_engagement_mark(event):
        return with_table(game, engaged=engaged.engaged_after(game.table.engaged, event))
    return with_table(game, marks=_add_to_count(game.table.marks, event.name, event.by))


on(events.PlacesTold)(lambda game, event: with_table(game, places=event.places))


@on(agreed_events.SideTold)
def _side_told(game: Game, event: agreed_events.SideTold) -> Game:
    units, before = game.table.units, game.table.places
    near_tokens = {
        token: (*(id for id in before.get(token, ()) if units[id].seat != event.seat), *near)
        for token, near in event.places.items()
    }
    return with_table(game, places={**before, **near_tokens})


on(events.HoldsTold)(lambda game, event: with_table(game, holds=event.holds))
on(events.Scored)(lambda game, event: with_table(game, scores=(*game.table.scores, event.score)))


@on(agreed_events.ScoreProposed)
def _score_proposed(game: Game, event: agreed_events.ScoreProposed) -> Game:
    return with_table(game, proposal=Proposal(seat=event.seat, score=event.score, line=event.line))


@on(agreed_events.ScoreSettled)
def _score_settled(game: Game, event: agreed_events.ScoreSettled) -> Game:
    """A line of no points is none."""
    open_one, scores = game.table.proposal, game.table.scores
    if open_one and event.agreed:
        line = open_one.line if open_one.line >= 0 else len(scores)
        new = (open_one.score,) if open_one.score.points else ()
        scores = (*scores[:line], *new, *scores[line + 1 :])
    return with_table(game, proposal=None, scores=scores)


@on(events.CleanedUp)
def _cleaned_up(game: Game, event: events.CleanedUp) -> Game:
    units = {id: _cleaned(unit, event.losses.get(id, 0)) for id, unit in game.table.units.items()}
    for seat, chair in game.table.chairs.items():
        discards = chair.played and not chair.returns
        discarded = (*chair.discarded, chair.played) if discards else chair.discarded
        game = with_chair(game, seat, **NEW_ROUND, discarded=discarded)
    return with_table(game, units=units, acting="", facts={})


def _cleaned(unit: Unit, suppression: int) -> Unit:
    tokens = {token: count for token, count in unit.tokens.items() if token not in ROUND_TOKENS}
    return replace(unit, tokens=tokens, order="", suppression=unit.suppression - suppression)


on(game_settings.WatchingSet)(lambda game, event: with_table(game, watched=event.watched))
on(game_settings.DiceSet)(
    lambda game, event: with_table(game, seat_dice={**game.table.seat_dice, event.seat: event.dice})
)
on(events.StackSaved)(lambda game, event: with_table(game, todo=event.todo, named=event.named))
on(agreed_events.AskedBack)(
    lambda game, event: with_table(game, plea=Plea(seat=event.seat, batch=event.batch))
)


on(agreed_events.PleaAnswered)(lambda game, _: with_table(game, plea=None))
on(events.GameEnded)(lambda game, event: with_table(game, ended=event.ended, phase="over", todo=()))
on(agreed_events.LevelSet)(lambda game, event: with_table(game, level=event.level))
on(agreed_events.GameReopened)(lambda game, _: with_table(game, ended=None, phase="end"))
on(events.GameClosed)(lambda game, _: with_table(game, closed=True))


def _without_places_of(game: Game, unit: str) -> Game:
    """A unit that is gone acts no more and stands nowhere."""
    places = {marker: tuple(id for id in ids if id != unit) for marker, ids in game.table.places.items()}
    return with_table(game, places=places)


def _add_to_count(counts: Mapping[str, int], name: str, by: int) -> dict[str, int]:
    changed = {**counts, name: counts.get(name, 0) + by}
    if changed[name] <= 0:
        del changed[name]
    return changed


GAME: Final = Decider(name="game", schema=3, state=Game, initial=Game, evolve=evolve)
