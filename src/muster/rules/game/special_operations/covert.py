"""Covert Deploy: facedown tokens are opened in an End Phase, the units placed at 10 inches of them (rules 325
to 327; G15)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Chance, Outcome, settles
from muster.rules.game.log.events import Deployed, MarkerChanged, UnitChanged
from muster.rules.game.operation_steps import Unmask
from muster.rules.game.special_operations.deciding import Decision, decides, may_pick, means
from muster.rules.game.special_operations.effects.helping import all_give, loadout, own, seat_of
from muster.rules.game.special_operations.events import CovertOpened, TokenMeant
from muster.rules.game.special_operations.setup import covert_tokens, covert_units
from muster.rules.game.special_operations.squads.squads import book
from muster.rules.game.special_operations.units import edition
from muster.rules.game.steps import AnyStep, Effects
from muster.rules.game.table import Game, Secret, Table
from muster.rules.log import Event

COVERTLY: Final = "covert-deploy"


@means(COVERTLY)
def _opens(table: Table, moment: Moment) -> Outcome:
    """The playtest opens every token in the first End Phase; version 1.1 any in any, as their owner likes."""
    seat = seat_of(table, moment)
    tokens = tuple(one.id for one in covert_tokens(table, seat))
    if not tokens:
        return Outcome()
    if book(edition(table)).edition.covert == "condition-token":
        return Outcome(then=(Unmask(id=f"{moment.place}.{seat}.unmask", seat=seat, tokens=tokens),))
    return Outcome(then=may_pick("unmask", seat, tokens, f"{moment.place}.{seat}", most=len(tokens)))


for _id in ("covert-deployment", "home-territory", "covert-ambush"):
    effect("end-end", _id)(_opens)


@decides("unmask")
def _chosen(choice: Decision) -> Outcome:
    """One token after the other, so that nobody is named twice."""
    steps = (
        Unmask(id=f"{choice.step.id}.{token}.opened", seat=choice.seat, tokens=(token,))
        for token in choice.picked
    )
    return Outcome(then=tuple(steps))


@settles(Unmask)
def _unmasked(game: Game, step: Unmask, _seat: None, _said: None, _chance: Chance) -> Outcome:
    """Playtest: the token's own unit is placed; version 1.1: any covert unit of the rank it shows."""
    table, meant = game.table, game.secrets.get(step.seat, Secret()).covert
    exact = book(edition(table)).edition.covert == "condition-token"
    shown = {one: meant[one] if exact else table.units[meant[one]].rank for one in step.tokens}
    events: list[Event] = [CovertOpened(seat=step.seat, tokens=shown)]
    then: list[AnyStep] = []
    for token in step.tokens:
        unit = table.units[meant[token]]
        events.append(MarkerChanged(marker=replace(table.markers[token], gone=True), why="opened"))
        alike = [one.id for one in covert_units(table, step.seat) if one.rank == unit.rank]
        if exact:
            events += placed(unit.id)
            then.append(_arrives(f"{step.id}.{unit.id}", unit.id))
        else:
            then += may_pick("unmask-unit", step.seat, alike, f"{step.id}.{token}", least=1, about=(token,))
    return Outcome(tuple(events), tuple(then))


@decides("unmask-unit")
def _placed(choice: Decision) -> Outcome:
    waiting = [one.id for one in covert_units(choice.table, choice.seat)]
    id = choice.one if choice.one in waiting else next(iter(_alike(choice, waiting)), "")
    if not id:
        return Outcome()
    return Outcome((*placed(id), *_exchanged(choice, id)), (_arrives(choice.step.id, id),))


def _exchanged(choice: Decision, id: str) -> Iterator[Event]:
    """The unit was placed at another token: the one left that stood for it stands for a unit of its rank that
    still waits behind none."""
    table, seat = choice.table, choice.seat
    covert = choice.game.secrets.get(seat, Secret()).covert
    meant = {one.id: covert[one.id] for one in covert_tokens(table, seat)}
    free = (
        one.id for one in covert_units(table, seat)
        if one.rank == table.units[id].rank and one.id not in (id, *meant.values())
    )  # fmt: skip
    stale = (token for token, unit in meant.items() if unit == id)
    yield from (
        TokenMeant(seat=seat, token=token, unit=unit) for token, unit in zip(stale, free, strict=False)
    )


def _alike(choice: Decision, waiting: Iterable[str]) -> Iterable[str]:
    """An older game opened tokens of one rank at once: who was named for the first is placed already."""
    return (one for one in waiting if one in choice.step.options)


def placed(id: str) -> tuple[Event, ...]:
    """The unit stands on the table."""
    return UnitChanged(unit=id, what="waiting", by=-1, why=COVERTLY), Deployed(unit=id)


def _arrives(place: str, id: str) -> Effects:
    return Effects(id=f"{place}.arrived", hook="arrived", unit=id, by=COVERTLY)


@effect("arrived", "covert-ambush")
def _ambush(table: Table, moment: Moment) -> Outcome:
    """ISF units that Covert Deploy places gain an Aim or a Dodge."""
    unit, side = table.units[moment.unit], loadout(table, "covert-ambush")
    hid = own(table, moment, unit.id) and unit.card in side.units and moment.by == COVERTLY
    options = ("aim", "dodge") if hid else ()
    return Outcome(then=may_pick("covert-ambush", unit.seat, options, moment.place, unit=unit.id))


@decides("covert-ambush")
def _ready(choice: Decision) -> Outcome:
    return all_give(choice.table, (choice.step.unit,) if choice.one else (), choice.one)
