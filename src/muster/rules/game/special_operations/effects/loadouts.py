"""What the sides of loadout cards do at a moment: one small function each. What they give for the whole game
is data (`gains`, `weapon`, `swap`)."""

from typing import Final

from muster.rules.dice.questions import AIM_DICE
from muster.rules.game.engine.continuations import Answered, Nothing, Payload, choice
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.measuring import NEAR, NO_PLACE
from muster.rules.game.special_operations.actions import dashers
from muster.rules.game.special_operations.attacks.spending import as_aims
from muster.rules.game.special_operations.deciding import ask, may_pick, means
from muster.rules.game.special_operations.distances import within
from muster.rules.game.special_operations.effects.helping import (
    adds_bonus,
    all_give,
    at_objective_adds,
    attacks,
    each_gains,
    is_own,
    lets_pick,
    loadout,
    shoots,
)
from muster.rules.game.special_operations.marks import MELEE, MORE_PRECISE, MORE_RED, MORE_SUPPRESSIVE
from muster.rules.game.special_operations.moving import free_dash, free_move, free_to_move
from muster.rules.game.special_operations.panic import gain, give, spend, suffer
from muster.rules.game.special_operations.units import (
    engaged_with,
    friends,
    is_clone,
    is_droid,
    supports,
    value,
    weapons,
)
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import GREEN, Table, Unit
from muster.rules.log import Event

NOTHING = Outcome()
means("he-grenades", "wrist-flamers")(weapons)
means("cross-training")(supports)


# In an attack ----------------------------------------------------------------------------------------------


@effect("declared", "fire-on-my-target")
def _fire_on_my_target(table: Table, moment: Moment) -> Outcome:
    """An attack of the Captain or a Pathfinder marks its target."""
    side = loadout(table, "fire-on-my-target")
    marks = attacks(table, moment) and table.units[moment.unit].card in side.units
    return Outcome(give(table, moment.by, "observation", side.value)) if marks else NOTHING


def _aims_more(table: Table, moment: Moment) -> bool:
    """Whether there is an Aim to spend, or a Dodge as one, and a die more than it rerolls."""
    unit = table.units[moment.unit]
    aimed = unit.has("aim") or (unit.has("dodge") and as_aims(table, unit.id))
    return aimed and moment.idle > AIM_DICE + value(table, unit, "precise")


at_objective_adds("keep-them-back", MORE_PRECISE, _aims_more)


def _withers(table: Table, moment: Moment) -> int:
    """Ranged attacks of Heavy units on who has no facedown order."""
    heavy = table.units[moment.unit].rank == "heavy" and shoots(table, moment)
    return heavy and table.units[moment.by].order != "facedown"


def _swarms(table: Table, moment: Moment) -> int:
    """Melee attacks on an enemy that two or more friendly units engage."""
    crowd = len(engaged_with(table, moment.by)) >= loadout(table, "theres-so-many").value
    return attacks(table, moment) and crowd and MELEE.count(table)


def _interrogates(table: Table, moment: Moment) -> int:
    """The FX-9 has four more red dice in melee."""
    side = loadout(table, "interrogation-protocols")
    asked = attacks(table, moment) and table.units[moment.unit].card in side.units
    return asked and side.value * MELEE.count(table)


adds_bonus("withering-fire", MORE_SUPPRESSIVE, _withers)
adds_bonus("theres-so-many", MORE_SUPPRESSIVE, _swarms)
adds_bonus("interrogation-protocols", MORE_RED, _interrogates, _interrogates)


@effect("attacked", "tricky")
def _tricky(table: Table, moment: Moment) -> Outcome:
    unit = table.units[moment.by]
    able = is_own(table, moment, moment.by) and unit.has("dodge") and free_to_move(table, unit)
    return Outcome(then=(ask(use_tricky, unit.seat, unit=unit.id),)) if able else NOTHING


@choice("tricky", door=NO_PLACE, optional=True)
def use_tricky(answer: Answered[Nothing]) -> Outcome:
    id = answer.step.unit
    moves = free_move(answer.table, id, 1, "tricky")
    return moves._replace(events=(*spend(answer.table, id, "dodge", 1, "tricky"), *moves.events))


@effect("attacked", "surgical-strike")
def _surgical_strike(table: Table, moment: Moment) -> Outcome:
    """Aims spent after the attack are Suppression for the defender."""
    unit = table.units[moment.unit]
    aims = unit.tokens.get("aim", 0) if attacks(table, moment) and table.units[moment.by].here else 0
    numbers = [str(count) for count in range(aims + 1)] if aims else []
    return Outcome(
        then=may_pick(use_surgical_strike, unit.seat, numbers, least=1, unit=unit.id, by=moment.by)
    )


@choice("surgical-strike", door=NO_PLACE)
def use_surgical_strike(answer: Answered[Nothing]) -> Outcome:
    step, aims = answer.step, int(answer.first)
    hit = suffer((step.by,), aims, step.unit)
    return Outcome(spend(answer.table, step.unit, "aim", aims, step.what), hit)


@effect("attacked", "im-with-you-brother")
def _with_you(table: Table, moment: Moment) -> Outcome:
    """After an attack another friendly unit at 4 inches may Dash."""
    able = dashers(table, friends(table, moment.unit)) if attacks(table, moment) else ()
    near = within(table, "im-with-you-brother", moment.unit, able)
    seat = table.units[moment.unit].seat
    return Outcome(then=may_pick(use_im_with_you_brother, seat, near, unit=moment.unit))


@choice("im-with-you-brother", door=NEAR)
def use_im_with_you_brother(answer: Answered[Nothing]) -> Outcome:
    return free_dash(answer.table, answer.first, "im-with-you-brother") if answer.first else NOTHING


# Tokens ----------------------------------------------------------------------------------------------------


@effect("acted", "flexible-training")
def _flexible(table: Table, moment: Moment) -> Outcome:
    trained = is_own(table, moment, moment.unit) and moment.by in ("aim", "dodge")
    return Outcome(give(table, moment.unit, "surge")) if trained else NOTHING


AID: Final = "part-of-something-larger"


class Token(Payload, frozen=True):
    """The kind of token that was gained or spent."""

    token: str


@means(AID)
def aids(table: Table, events: tuple[Event, ...]) -> tuple[AnyStep, ...]:
    """An Aim, Dodge or Surge that a Clone Trooper gains, by whatever, may go to another instead; what was
    given so is not handed on."""
    return tuple(
        step
        for event in events
        if isinstance(event, UnitChanged) and event.what in GREEN and event.why != AID
        for number in range(event.by)
        for step in _may_aid(table, table.units[event.unit], event.what)
    )


def _may_aid(table: Table, unit: Unit, token: str) -> tuple[Choose, ...]:
    if AID not in table.chairs[unit.seat].assets or not is_clone(table, unit):
        return ()
    clones = (id for id in friends(table, unit.id) if is_clone(table, table.units[id]))
    near = within(table, AID, unit.id, clones, sight=True)
    return may_pick(give_token_on, unit.seat, near, unit=unit.id, known=Token(token))


@choice(AID, Token, door=NEAR)
def give_token_on(answer: Answered[Token]) -> Outcome:
    """The giver gains a Suppression."""
    step, token = answer.step, answer.known.token
    if not answer.first or not answer.table.units[step.unit].has(token):
        return NOTHING
    given = (*spend(answer.table, step.unit, token), *give(answer.table, answer.first, token, why=AID))
    shaken_giver = gain(answer.table, step.unit, 1)
    return shaken_giver._replace(events=(*given, *shaken_giver.events))


@effect("acted", "follow-my-lead")
def _follow_my_lead(table: Table, moment: Moment) -> Outcome:
    """When an ISF unit aims or dodges, a Scout at 6 inches does as well."""
    unit, side = table.units[moment.unit], loadout(table, "follow-my-lead")
    leads = is_own(table, moment, unit.id) and unit.card.startswith("isf-") and moment.by in ("aim", "dodge")
    scouts = (id for id in friends(table, unit.id) if leads and table.units[id].card in side.units)
    near = within(table, "follow-my-lead", unit.id, scouts)
    return Outcome(then=may_pick(use_follow_my_lead, unit.seat, near, unit=unit.id, known=Token(moment.by)))


def _copy(answer: Answered[Token]) -> Outcome:
    """It gains what the other did, or spent."""
    return all_give(answer.table, answer.chosen, answer.known.token)


use_follow_my_lead = choice("follow-my-lead", Token, door=NEAR)(_copy)
use_pack_hunters = choice("pack-hunters", Token, door=NEAR)(_copy)


@lets_pick("spent", "linked-learning", each_gains("aim"), NEAR, of=lambda moment: moment.unit)
def _linked(table: Table, moment: Moment) -> tuple[str, ...]:
    """When a droid spends an Aim, another at 6 inches without one gains one."""
    unit = table.units[moment.unit]
    learns = is_own(table, moment, unit.id) and moment.by == "aim" and is_droid(unit)
    others = (table.units[id] for id in friends(table, unit.id) if learns)
    able = (unit.id for unit in others if is_droid(unit) and not unit.has("aim"))
    return within(table, "linked-learning", unit.id, able)


@effect("spent", "pack-hunters")
def _pack_hunters(table: Table, moment: Moment) -> Outcome:
    """A friendly unit of the same rank at 6 inches copies a spent token."""
    unit = table.units[moment.unit]
    mine = is_own(table, moment, unit.id) and moment.by in GREEN
    able = (id for id in friends(table, unit.id) if mine and table.units[id].rank == unit.rank)
    near = within(table, "pack-hunters", unit.id, able)
    return Outcome(then=may_pick(use_pack_hunters, unit.seat, near, unit=unit.id, known=Token(moment.by)))


@effect("stood-by", "sentry-mode")
def _sentry(table: Table, moment: Moment) -> Outcome:
    """A B1 that uses its Standby gains an Aim or may Dash."""
    unit, side = table.units[moment.unit], loadout(table, "sentry-mode")
    able = is_own(table, moment, unit.id) and unit.here and unit.card in side.units
    options = ("aim", *(("dash",) if dashers(table, (unit.id,)) else ())) if able else ()
    return Outcome(then=may_pick(use_sentry_mode, unit.seat, options, unit=unit.id))


@choice("sentry-mode", door=NO_PLACE)
def use_sentry_mode(answer: Answered[Nothing]) -> Outcome:
    id = answer.step.unit
    if answer.first == "dash":
        return free_move(answer.table, id, 1, "sentry-mode")
    return all_give(answer.table, (id,) if answer.first else (), "aim")
