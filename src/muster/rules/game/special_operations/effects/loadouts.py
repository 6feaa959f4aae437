"""What the sides of loadout cards do at a moment: one small function each. What they give for the whole game
is data (`gains`, `weapon`, `swap`)."""

from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.special_operations.actions import grant, recovers
from muster.rules.game.special_operations.deciding import Decision, asks, decides, may_pick, means
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    attacks,
    bout,
    loadout,
    near_objective,
    ordered,
    own,
    picked,
    seat_of,
    shaken,
)
from muster.rules.game.special_operations.ending import ROUNDS
from muster.rules.game.special_operations.events import Moved
from muster.rules.game.special_operations.panic import calm, gain, give, spend, suffers
from muster.rules.game.special_operations.units import (
    engaged_with,
    friends,
    is_clone,
    is_droid,
    squad,
    supports,
    weapons,
)
from muster.rules.game.table import Table, other

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
    """Precise 1 at 3 inches of an objective: asked where there is an Aim to spend."""
    aimed = attacks(table, moment) and table.units[moment.unit].has("aim")
    return near_objective(table, moment, "keep-them-back", moment.unit) if aimed else NOTHING


@decides("keep-them-back")
def _kept_back(choice: Decision) -> Outcome:
    return bout("precise") if choice.yes else NOTHING


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
    able = own(table, moment, moment.by) and unit.here and unit.has("dodge")
    return Outcome(then=(asks("tricky", unit.seat, moment.place, unit=unit.id),)) if able else NOTHING


@decides("tricky")
def _tricked(choice: Decision) -> Outcome:
    id = choice.step.unit
    if not choice.yes:
        return NOTHING
    return Outcome((*spend(choice.table, id, "dodge", 1, "tricky"), Moved(unit=id, speed=1, why="tricky")))


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
    near = friends(table, moment.unit) if attacks(table, moment) else ()
    return Outcome(then=may_pick("im-with-you-brother", seat, near, moment.place, unit=moment.unit))


@decides("im-with-you-brother")
def _dashes(choice: Decision) -> Outcome:
    return Outcome(then=grant(choice.table, choice.one, ("dash",), choice.step.id) if choice.one else ())


# Tokens ----------------------------------------------------------------------------------------------------


@effect("acted", "flexible-training")
def _flexible(table: Table, moment: Moment) -> Outcome:
    trained = own(table, moment, moment.unit) and moment.by in ("aim", "dodge")
    return Outcome(give(table, moment.unit, "surge")) if trained else NOTHING


@effect("acted", "part-of-something-larger")
def _aids(table: Table, moment: Moment) -> Outcome:
    """The token may go to another Clone Trooper; the giver then gains a Suppression."""
    unit = table.units[moment.unit]
    if not own(table, moment, unit.id) or moment.by not in ("aim", "dodge") or not is_clone(table, unit):
        return NOTHING
    near = [one for one in friends(table, unit.id) if is_clone(table, table.units[one])]
    return Outcome(
        then=may_pick(
            "part-of-something-larger", unit.seat, near, moment.place, unit=unit.id, about=(moment.by,)
        )
    )


@decides("part-of-something-larger")
def _aided(choice: Decision) -> Outcome:
    step, token = choice.step, choice.step.about[0]
    if not choice.one or not choice.table.units[step.unit].has(token):
        return NOTHING
    given = (*spend(choice.table, step.unit, token), *give(choice.table, choice.one, token))
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
def _followed(choice: Decision) -> Outcome:
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
    mine = own(table, moment, unit.id) and moment.by in ("aim", "dodge", "surge")
    able = [one for one in friends(table, unit.id) if mine and table.units[one].rank == unit.rank]
    return Outcome(
        then=may_pick("pack-hunters", unit.seat, able, moment.place, unit=unit.id, about=(moment.by,))
    )


@decides("pack-hunters")
def _copied(choice: Decision) -> Outcome:
    return all_give(choice.table, choice.picked, choice.step.about[0])


@effect("stood-by", "sentry-mode")
def _sentry(table: Table, moment: Moment) -> Outcome:
    """A B1 that uses its Standby gains an Aim or may Dash."""
    unit, side = table.units[moment.unit], loadout(table, "sentry-mode")
    able = own(table, moment, unit.id) and unit.here and unit.card in side.units
    options = ("aim", "dash") if able else ()
    return Outcome(then=may_pick("sentry-mode", unit.seat, options, moment.place, unit=unit.id))


@decides("sentry-mode")
def _sentried(choice: Decision) -> Outcome:
    id = choice.step.unit
    if choice.one == "dash":
        return Outcome((Moved(unit=id, speed=1, why="sentry-mode"),))
    return all_give(choice.table, (id,) if choice.one else (), "aim")


# Start of a round, a phase, an activation ------------------------------------------------------------------


@effect("round", "desperation")
def _desperation(table: Table, moment: Moment) -> Outcome:
    """All recover at the start of round 4 (G33)."""
    units = squad(table, seat_of(table, moment)) if table.round == ROUNDS else ()
    return Outcome(tuple(event for one in units for event in recovers(table, one)))


@effect("round", "priority-target")
def _priority_target(table: Table, moment: Moment) -> Outcome:
    seat = seat_of(table, moment)
    foes, most = squad(table, other(seat)), loadout(table, "priority-target").value
    return Outcome(then=may_pick("priority-target", seat, foes, moment.place, most=most))


picked("priority-target", lambda table, one: give(table, one, "observation"))


@effect("activations", "dug-in")
def _dug_in(table: Table, moment: Moment) -> Outcome:
    first = table.round == 1
    return all_give(table, squad(table, seat_of(table, moment)) if first else (), "dodge", why="dug-in")


@effect("activations", "networked-calculations")
def _networked(table: Table, moment: Moment) -> Outcome:
    side = loadout(table, "networked-calculations")
    chiefs = [one for one in squad(table, seat_of(table, moment)) if table.units[one].card in side.units]
    return all_give(table, chiefs, "surge", side.value, "networked-calculations")


@effect("activations", "fan-out")
def _fan_out(table: Table, moment: Moment) -> Outcome:
    """ISF Troopers without an order and not at 8 inches of the Captain gain an Aim or a Dodge."""
    side, seat = loadout(table, "fan-out"), seat_of(table, moment)
    alone = [
        one
        for one in squad(table, seat)
        if table.units[one].card in side.units and not table.units[one].order
    ]
    return Outcome(
        then=tuple(
            step
            for one in alone
            for step in may_pick("fan-out", seat, ("aim", "dodge"), f"{moment.place}.{one}", unit=one)
        )
    )


@decides("fan-out")
def _fanned_out(choice: Decision) -> Outcome:
    return all_give(choice.table, (choice.step.unit,) if choice.one else (), choice.one)


@effect("unit-start", "complete-the-mission")
def _complete(table: Table, moment: Moment) -> Outcome:
    mine = own(table, moment, moment.unit)
    return near_objective(table, moment, "complete-the-mission", moment.unit) if mine else NOTHING


@effect("unit-start", "aggressive-strategy")
def _aggressive(table: Table, moment: Moment) -> Outcome:
    mine = own(table, moment, moment.unit)
    return near_objective(table, moment, "aggressive-strategy", moment.unit) if mine else NOTHING


@effect("unit-start", "mission-tactics")
def _mission_tactics(table: Table, moment: Moment) -> Outcome:
    mine = own(table, moment, moment.unit)
    return near_objective(table, moment, "mission-tactics", moment.unit) if mine else NOTHING


@decides("complete-the-mission")
def _completes(choice: Decision) -> Outcome:
    """A Surge, and a Suppression less."""
    id = choice.step.unit
    return Outcome((*give(choice.table, id, "surge"), *calm(choice.table, id, 1)) if choice.yes else ())


@decides("aggressive-strategy")
def _strategic(choice: Decision) -> Outcome:
    """An Aim, and a Suppression less."""
    id = choice.step.unit
    return Outcome((*give(choice.table, id, "aim"), *calm(choice.table, id, 1)) if choice.yes else ())


@decides("mission-tactics")
def _tactical(choice: Decision) -> Outcome:
    return Outcome(give(choice.table, choice.step.unit, "surge") if choice.yes else ())


# Orders, panic, defeat -------------------------------------------------------------------------------------


@effect("ordered", "just-like-the-simulations")
def _simulations(table: Table, moment: Moment) -> Outcome:
    """Once a round a unit that is given an order may recover."""
    seat = seat_of(table, moment)
    able = [one for one in ordered(table, seat) if table.units[one].suppression]
    return Outcome(then=may_pick("just-like-the-simulations", seat, able, moment.place))


picked("just-like-the-simulations", recovers)


@effect("ordered", "inspiring-oration")
def _oration(table: Table, moment: Moment) -> Outcome:
    """When the Officer is ordered, friendly units at 6 inches lose a Suppression each."""
    seat, side = seat_of(table, moment), loadout(table, "inspiring-oration")
    speaks = any(table.units[one].card in side.units for one in ordered(table, seat))
    able = shaken(table, seat) if speaks else ()
    return Outcome(then=may_pick("inspiring-oration", seat, able, moment.place, most=len(able)))


picked("inspiring-oration", lambda table, one: calm(table, one, 1))


@effect("shaken-out", "push-them-back")
def _push_them_back(table: Table, moment: Moment) -> Outcome:
    """When an enemy unit panics, a friendly one loses a Suppression."""
    seat = seat_of(table, moment)
    able = () if own(table, moment, moment.unit) else shaken(table, seat)
    return Outcome(then=may_pick("push-them-back", seat, able, moment.place))


picked("push-them-back", lambda table, one: calm(table, one, 1))


@effect("defeated", "avengers")
def _avengers(table: Table, moment: Moment) -> Outcome:
    """After a friendly unit is defeated another gains an Aim or a Dodge."""
    seat = seat_of(table, moment)
    able = squad(table, seat) if own(table, moment, moment.unit) else ()
    options = [f"{one} {token}" for one in able for token in ("aim", "dodge")]
    return Outcome(then=may_pick("avengers", seat, options, moment.place))


@decides("avengers")
def _avenged(choice: Decision) -> Outcome:
    id, _, token = choice.one.partition(" ")
    return all_give(choice.table, (id,) if id else (), token)


# End Phase -------------------------------------------------------------------------------------------------


@effect("clean", "vigilant")
def _vigilant(table: Table, moment: Moment) -> Outcome:
    """Three troopers keep a Dodge: it is set aside while tokens are removed."""
    seat, most = seat_of(table, moment), loadout(table, "vigilant").value
    able = [one for one in squad(table, seat) if table.units[one].has("dodge")]
    return Outcome(then=may_pick("vigilant", seat, able, moment.place, most=most))


picked("vigilant", lambda table, one: give(table, one, "kept-dodge"))


@effect("end-end", "vigilant")
def _kept(table: Table, moment: Moment) -> Outcome:
    units = [one for one in squad(table, seat_of(table, moment)) if table.units[one].has("kept-dodge")]
    return Outcome(
        tuple(
            event for one in units for event in (*spend(table, one, "kept-dodge"), *give(table, one, "dodge"))
        )
    )


@effect("clean", "guard-duty")
def _guards(table: Table, moment: Moment) -> Outcome:
    """Stormtroopers about to lose a Standby here."""
    side = loadout(table, "guard-duty")
    units = [table.units[one] for one in squad(table, seat_of(table, moment))]
    return all_give(
        table, [one.id for one in units if one.card in side.units and one.has("standby")], "on-guard"
    )


@effect("end-end", "guard-duty")
def _guarded(table: Table, moment: Moment) -> Outcome:
    units = [one for one in squad(table, seat_of(table, moment)) if table.units[one].has("on-guard")]
    return Outcome(
        tuple(event for one in units for event in (*spend(table, one, "on-guard"), *give(table, one, "aim")))
    )
