"""Covert Deploy: facedown tokens are opened in an End Phase, the units placed at 10 inches of them (rules 325
to 327; G15)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.engine.continuations import Answered, Nothing, Payload, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome, automatic
from muster.rules.game.log.events import MarkerChanged, UnitChanged
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.special_operations.deciding import may_pick, means
from muster.rules.game.special_operations.effects.helping import all_give, is_own, loadout, seat_of
from muster.rules.game.special_operations.events import CovertOpened, TokenMeant
from muster.rules.game.special_operations.moving import arrive
from muster.rules.game.special_operations.setup import covert_tokens, covert_units
from muster.rules.game.special_operations.squads.squads import edition_cards
from muster.rules.game.special_operations.units import edition
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.operations import Unmask
from muster.rules.game.table import Game, Secret, Table
from muster.rules.log import Event

COVERTLY: Final = "covert-deploy"
OPENED: Final = NO_PLACE._replace(inches=COVERTLY)
"""Where it may be placed is looked at once it arrives."""


@means(COVERTLY)
def _opens(table: Table, moment: Moment) -> Outcome:
    """The playtest opens every token in the first End Phase; version 1.1 any in any, as their owner likes."""
    seat = seat_of(table, moment)
    tokens = tuple(marker.id for marker in covert_tokens(table, seat))
    if not tokens:
        return Outcome()
    if edition_cards(edition(table)).edition.covert == "condition-token":
        return Outcome(then=(Unmask(seat=seat, tokens=tokens),))
    return Outcome(then=may_pick(open_tokens, seat, tokens, most=len(tokens)))


for _id in ("covert-deployment", "home-territory", "covert-ambush"):
    effect("end-end", _id)(_opens)


@choice("unmask", door=OPENED)
def open_tokens(answer: Answered[Nothing]) -> Outcome:
    """One token after the other, so that nobody is named twice."""
    steps = (Unmask(seat=answer.seat, tokens=(token,)) for token in answer.chosen)
    return Outcome.of(then=steps)


@automatic(Unmask)
def _open_tokens(game: Game, step: Unmask) -> Outcome:
    """Playtest: the token's own unit is placed; version 1.1: any covert unit of the rank it shows."""
    table, meant = game.table, game.secrets.get(step.seat, Secret()).covert
    exact = edition_cards(edition(table)).edition.covert == "condition-token"
    shown = {token: meant[token] if exact else table.units[meant[token]].rank for token in step.tokens}
    events: list[Event] = [CovertOpened(seat=step.seat, tokens=shown)]
    then: list[AnyStep] = []
    for token in step.tokens:
        unit = table.units[meant[token]]
        events.append(MarkerChanged(marker=replace(table.markers[token], gone=True), why="opened"))
        alike = [ally.id for ally in covert_units(table, step.seat) if ally.rank == unit.rank]
        if exact:
            placed = _place_unit(unit.id)
            events += placed.events
            then += placed.then
        else:
            then += may_pick(place_hidden, step.seat, alike, least=1,
                             known=Opened(token))  # fmt: skip
    return Outcome.of(events, then)


class Opened(Payload, frozen=True):
    """The token that was opened."""

    token: str = ""


@choice("unmask-unit", Opened, door=OPENED)
def place_hidden(answer: Answered[Opened]) -> Outcome:
    waiting = [unit.id for unit in covert_units(answer.table, answer.seat)]
    id = answer.first if answer.first in waiting else next(iter(_alike(answer, waiting)), "")
    if not id:
        return Outcome()
    placed = _place_unit(id)
    return placed._replace(events=(*placed.events, *_exchange_tokens(answer, id)))


def _exchange_tokens(answer: Answered[Opened], id: str) -> Iterator[Event]:
    """The unit was placed at another token: the one left that stood for it stands for a unit of its rank that
    still waits behind none."""
    table, seat = answer.table, answer.seat
    covert = answer.game.secrets.get(seat, Secret()).covert
    meant = {marker.id: covert[marker.id] for marker in covert_tokens(table, seat)}
    free = (
        unit.id for unit in covert_units(table, seat)
        if unit.rank == table.units[id].rank and unit.id not in (id, *meant.values())
    )  # fmt: skip
    stale = (token for token, unit in meant.items() if unit == id)
    yield from (
        TokenMeant(seat=seat, token=token, unit=unit) for token, unit in zip(stale, free, strict=False)
    )


def _alike(answer: Answered[Opened], waiting: Iterable[str]) -> Iterable[str]:
    """An older game opened tokens of one rank at once: who was named for the first is placed already."""
    return (id for id in waiting if id in answer.step.options)


def _place_unit(id: str) -> Outcome:
    """The unit stands on the table."""
    return arrive(id, COVERTLY, (UnitChanged(unit=id, what="waiting", by=-1, why=COVERTLY),))


@effect("arrived", "covert-ambush")
def _ambush(table: Table, moment: Moment) -> Outcome:
    """ISF units that Covert Deploy places gain an Aim or a Dodge."""
    unit, side = table.units[moment.unit], loadout(table, "covert-ambush")
    hid = is_own(table, moment, unit.id) and unit.card in side.units and moment.by == COVERTLY
    options = ("aim", "dodge") if hid else ()
    return Outcome(then=may_pick(use_covert_ambush, unit.seat, options, unit=unit.id))


@choice("covert-ambush", door=NO_PLACE)
def use_covert_ambush(answer: Answered[Nothing]) -> Outcome:
    return all_give(answer.table, (answer.step.unit,) if answer.first else (), answer.first)
