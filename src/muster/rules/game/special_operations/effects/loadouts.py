"""What the sides of loadout cards do at a moment: one small function each. What they give for the whole game
is data (`gains`, `weapon`, `swap`)."""

from typing import Final

from muster.rules.dice.questions import AIM_DICE
from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import FOLLOWS, Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.operation_steps import Decide
from muster.rules.game.special_operations.actions import dashers
from muster.rules.game.special_operations.attacks.spending import as_aims
from muster.rules.game.special_operations.deciding import Decision, asks, decides, may_pick, means
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    as_measured,
    attacks,
    bout,
    known,
    loadout,
    looked_at,
    near_objective,
    objectives,
    own,
    picked,
)
from muster.rules.game.special_operations.moving import free_dash, free_move, free_to_move
from muster.rules.game.special_operations.panic import gain, give, spend, suffers
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


@effect("declared", "keep-them-back")
def _keep_them_back(table: Table, moment: Moment) -> Outcome:
    """Precise 1 at 3 inches of an objective."""
    told = known(table, "keep-them-back", moment.unit, objectives(table), "precise")
    return told if attacks(table, moment) else NOTHING


@effect("rolled", "keep-them-back")
def _keeps_back(table: Table, moment: Moment) -> Outcome:
    """Somebody looks where there is an Aim to spend, or a Dodge as one, and a die more than it rerolls."""
    unit = table.units[moment.unit]
    aimed = attacks(table, moment) and (unit.has("aim") or (unit.has("dodge") and as_aims(table, unit.id)))
    more = moment.idle > AIM_DICE + value(table, unit, "precise")
    open_ = aimed and more and not looked_at(table, "keep-them-back", unit.id, objectives(table))
    return near_objective(table, moment, "keep-them-back", unit.id) if open_ else NOTHING


@decides("keep-them-back")
def _kept_back(choice: Decision) -> Outcome:
    return as_measured(choice, objectives(choice.table), "precise", int(choice.yes))


@effect("declared", "withering-fire")
def _withering_fire(table: Table, moment: Moment) -> Outcome:
    """Ranged attacks of Heavy units on who has no facedown order."""
    heavy = attacks(table, moment) and table.units[moment.unit].rank == "heavy" and table.mark("bout.ranged")
    return bout("suppressive") if heavy and table.units[moment.by].order != "facedown" else NOTHING


@effect("declared", "theres-so-many")
def _so_many(table: Table, moment: Moment) -> Outcome:
    """Melee attacks on an enemy that two or more friendly units engage."""
    crowd = len(engaged_with(table, moment.by)) >= loadout(table, "theres-so-many").value
    return bout("suppressive") if attacks(table, moment) and table.mark("bout.melee") and crowd else NOTHING


@effect("declared", "interrogation-protocols")
def _interrogates(table: Table, moment: Moment) -> Outcome:
    """The FX-9 has four more red dice in melee."""
    side = loadout(table, "interrogation-protocols")
    asked = (
        attacks(table, moment) and table.units[moment.unit].card in side.units and table.mark("bout.melee")
    )
    return bout("red", side.value) if asked else NOTHING


@effect("attacked", "tricky")
def _tricky(table: Table, moment: Moment) -> Outcome:
    unit = table.units[moment.by]
    able = own(table, moment, moment.by) and unit.has("dodge") and free_to_move(table, unit)
    return Outcome(then=(asks("tricky", unit.seat, moment.place, unit=unit.id),)) if able else NOTHING


@decides("tricky")
def _tricked(choice: Decision) -> Outcome:
    id = choice.step.unit
    if not choice.yes:
        return NOTHING
    moves = free_move(choice.table, id, 1, "tricky", choice.step.id)
    return moves._replace(events=(*spend(choice.table, id, "dodge", 1, "tricky"), *moves.events))


@effect("attacked", "surgical-strike")
def _surgical_strike(table: Table, moment: Moment) -> Outcome:
    """Aims spent after the attack are Suppression for the defender."""
    unit = table.units[moment.unit]
    aims = unit.tokens.get("aim", 0) if attacks(table, moment) and table.units[moment.by].here else 0
    numbers = [str(count) for count in range(aims + 1)] if aims else []
    return Outcome(
        then=may_pick(
            "surgical-strike", unit.seat, numbers, moment.place, least=1, unit=unit.id, by=moment.by
        )
    )


@decides("surgical-strike")
def _struck(choice: Decision) -> Outcome:
    step, aims = choice.step, int(choice.one)
    hit = suffers((step.by,), aims, step.id, step.unit)
    return Outcome(spend(choice.table, step.unit, "aim", aims, step.what), hit)


@effect("attacked", "im-with-you-brother")
def _with_you(table: Table, moment: Moment) -> Outcome:
    """After an attack another friendly unit at 4 inches may Dash."""
    seat = table.units[moment.unit].seat
    near = dashers(table, friends(table, moment.unit)) if attacks(table, moment) else ()
    return Outcome(then=may_pick("im-with-you-brother", seat, near, moment.place, unit=moment.unit))


@decides("im-with-you-brother")
def _dashes(choice: Decision) -> Outcome:
    return (
        free_dash(choice.table, choice.one, "im-with-you-brother", choice.step.id) if choice.one else NOTHING
    )


# Tokens ----------------------------------------------------------------------------------------------------


@effect("acted", "flexible-training")
def _flexible(table: Table, moment: Moment) -> Outcome:
    trained = own(table, moment, moment.unit) and moment.by in ("aim", "dodge")
    return Outcome(give(table, moment.unit, "surge")) if trained else NOTHING


AID: Final = "part-of-something-larger"


@means(AID)
def _aids(table: Table, events: tuple[Event, ...]) -> tuple[AnyStep, ...]:
    """An Aim, Dodge or Surge that a Clone Trooper gains, by whatever, may go to another instead; what was
    given so is not handed on."""
    place = table.todo[-1].id if table.todo else f"r{table.round}"
    return tuple(
        step
        for one in events
        if isinstance(one, UnitChanged) and one.what in GREEN and one.why != AID
        for number in range(one.by)
        for step in _may_aid(table, table.units[one.unit], one.what, f"{place}.{one.unit}.{one.what}{number}")
    )


FOLLOWS.append(_aids)


def _may_aid(table: Table, unit: Unit, token: str, place: str) -> tuple[Decide, ...]:
    if AID not in table.chairs[unit.seat].assets or not is_clone(table, unit):
        return ()
    near = [one for one in friends(table, unit.id) if is_clone(table, table.units[one])]
    return may_pick(AID, unit.seat, near, place, unit=unit.id, about=(token,))


@decides(AID)
def _aided(choice: Decision) -> Outcome:
    """The giver gains a Suppression."""
    step, token = choice.step, choice.step.about[0]
    if not choice.one or not choice.table.units[step.unit].has(token):
        return NOTHING
    given = (*spend(choice.table, step.unit, token), *give(choice.table, choice.one, token, why=AID))
    shaken_giver = gain(choice.table, step.unit, 1, step.id)
    return shaken_giver._replace(events=(*given, *shaken_giver.events))


@effect("acted", "follow-my-lead")
def _follow_my_lead(table: Table, moment: Moment) -> Outcome:
    """When an ISF unit aims or dodges, a Scout at 6 inches does as well."""
    unit, side = table.units[moment.unit], loadout(table, "follow-my-lead")
    leads = own(table, moment, unit.id) and unit.card.startswith("isf-") and moment.by in ("aim", "dodge")
    near = [one for one in friends(table, unit.id) if table.units[one].card in side.units] if leads else []
    return Outcome(
        then=may_pick("follow-my-lead", unit.seat, near, moment.place, unit=unit.id, about=(moment.by,))
    )


@decides("follow-my-lead")
@decides("pack-hunters")
def _copied(choice: Decision) -> Outcome:
    """It gains what the other did, or spent."""
    return all_give(choice.table, choice.picked, choice.step.about[0])


@effect("spent", "linked-learning")
def _linked(table: Table, moment: Moment) -> Outcome:
    """When a droid spends an Aim, another at 6 inches without one gains one."""
    unit = table.units[moment.unit]
    learns = own(table, moment, unit.id) and moment.by == "aim" and is_droid(unit)
    near = [table.units[one] for one in friends(table, unit.id)] if learns else []
    able = [one.id for one in near if is_droid(one) and not one.has("aim")]
    return Outcome(then=may_pick("linked-learning", unit.seat, able, moment.place, unit=unit.id))


picked("linked-learning", lambda table, one: give(table, one, "aim"))


@effect("spent", "pack-hunters")
def _pack_hunters(table: Table, moment: Moment) -> Outcome:
    """A friendly unit of the same rank at 6 inches copies a spent token."""
    unit = table.units[moment.unit]
    mine = own(table, moment, unit.id) and moment.by in GREEN
    able = [one for one in friends(table, unit.id) if mine and table.units[one].rank == unit.rank]
    return Outcome(
        then=may_pick("pack-hunters", unit.seat, able, moment.place, unit=unit.id, about=(moment.by,))
    )


@effect("stood-by", "sentry-mode")
def _sentry(table: Table, moment: Moment) -> Outcome:
    """A B1 that uses its Standby gains an Aim or may Dash."""
    unit, side = table.units[moment.unit], loadout(table, "sentry-mode")
    able = own(table, moment, unit.id) and unit.here and unit.card in side.units
    options = ("aim", *(("dash",) if dashers(table, (unit.id,)) else ())) if able else ()
    return Outcome(then=may_pick("sentry-mode", unit.seat, options, moment.place, unit=unit.id))


@decides("sentry-mode")
def _sentried(choice: Decision) -> Outcome:
    id = choice.step.unit
    if choice.one == "dash":
        return free_move(choice.table, id, 1, "sentry-mode", choice.step.id)
    return all_give(choice.table, (id,) if choice.one else (), "aim")
