"""What the sides of loadout cards do at the start of rounds, phases and activations, with orders, panic and
defeat, and in the End Phase: one small function each."""

from muster.rules.game.hooks import Moment, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked
from muster.rules.game.special_operations.actions import STARTS, recovers, starts
from muster.rules.game.special_operations.deciding import Decision, decides, may_pick
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    loadout,
    near_objective,
    ordered,
    own,
    picked,
    seat_of,
    shaken,
)
from muster.rules.game.special_operations.ending import ROUNDS
from muster.rules.game.special_operations.panic import calm, give, spend
from muster.rules.game.special_operations.units import in_play, squad, stands
from muster.rules.game.table import Table, other
from muster.rules.log import Event

NOTHING = Outcome()


# Start of a round, a phase, an activation ------------------------------------------------------------------


@effect("round", "desperation")
def _desperation(table: Table, moment: Moment) -> Outcome:
    """All recover at the start of round 4 (G33)."""
    units = in_play(table, seat_of(table, moment)) if table.round == ROUNDS else ()
    return Outcome(tuple(event for one in units for event in recovers(table, one)))


@effect("round", "priority-target")
def _priority_target(table: Table, moment: Moment) -> Outcome:
    seat = seat_of(table, moment)
    foes, most = in_play(table, other(seat)), loadout(table, "priority-target").value
    return Outcome(then=may_pick("priority-target", seat, foes, moment.place, most=most))


picked("priority-target", lambda table, one: give(table, one, "observation"))


@effect("activations", "dug-in")
def _dug_in(table: Table, moment: Moment) -> Outcome:
    first = table.round == 1
    return all_give(table, in_play(table, seat_of(table, moment)) if first else (), "dodge", why="dug-in")


@effect("activations", "networked-calculations")
def _networked(table: Table, moment: Moment) -> Outcome:
    side = loadout(table, "networked-calculations")
    chiefs = [one for one in in_play(table, seat_of(table, moment)) if table.units[one].card in side.units]
    return all_give(table, chiefs, "surge", side.value, "networked-calculations")


@effect("activations", "fan-out")
def _fan_out(table: Table, moment: Moment) -> Outcome:
    """ISF Troopers without an order and not at 8 inches of the Captain gain an Aim or a Dodge."""
    side, seat = loadout(table, "fan-out"), seat_of(table, moment)
    alone = [
        one
        for one in in_play(table, seat)
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
    return _asked_first(table, moment, "complete-the-mission")


@effect("unit-start", "aggressive-strategy")
def _aggressive(table: Table, moment: Moment) -> Outcome:
    return _asked_first(table, moment, "aggressive-strategy")


def _asked_first(table: Table, moment: Moment, id: str) -> Outcome:
    """Before a rally somebody looks: a Suppression less is a die less. Else it is a button of the
    activation."""
    rallies = own(table, moment, moment.unit) and table.units[moment.unit].suppression
    return near_objective(table, moment, id, moment.unit) if rallies else NOTHING


@starts("complete-the-mission")
def _completes(table: Table, id: str) -> tuple[Event, ...]:
    """A Surge, and a Suppression less."""
    card = "complete-the-mission"
    return (*give(table, id, "surge", why=card), *calm(table, id, 1, card))


@starts("aggressive-strategy")
def _strategic(table: Table, id: str) -> tuple[Event, ...]:
    """An Aim, and a Suppression less."""
    card = "aggressive-strategy"
    return (*give(table, id, "aim", why=card), *calm(table, id, 1, card))


@starts("mission-tactics")
def _tactical(table: Table, id: str) -> tuple[Event, ...]:
    """A Surge."""
    return give(table, id, "surge", why="mission-tactics")


@decides("complete-the-mission")
@decides("aggressive-strategy")
@decides("mission-tactics")
def _looked(choice: Decision) -> Outcome:
    """Whatever was seen, it is not asked again in this activation."""
    id, card = choice.step.unit, choice.step.what
    given = STARTS[card](choice.table, id) if choice.yes else ()
    return Outcome((*given, Marked(name=f"did.{id}.{card}")))


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
    """When the Officer is ordered, friendly units at 6 inches lose a Suppression each; nobody hears it in the
    Network (G36)."""
    seat, side = seat_of(table, moment), loadout(table, "inspiring-oration")
    officers = (table.units[one] for one in ordered(table, seat))
    speaks = any(one.card in side.units and stands(one) for one in officers)
    able = shaken(table, seat) if speaks else ()
    return Outcome(then=may_pick("inspiring-oration", seat, able, moment.place, most=len(able)))


picked("inspiring-oration", lambda table, one: calm(table, one, 1))


@effect("shaken-out", "push-them-back")
def _push_them_back(table: Table, moment: Moment) -> Outcome:
    """When an enemy unit panics, a friendly one loses a Suppression."""
    seat = seat_of(table, moment)
    enemy = not own(table, moment, moment.unit)
    able = [one for one in in_play(table, seat) if enemy and table.units[one].suppression]
    return Outcome(then=may_pick("push-them-back", seat, able, moment.place))


picked("push-them-back", lambda table, one: calm(table, one, 1))


@effect("defeated", "avengers")
def _avengers(table: Table, moment: Moment) -> Outcome:
    """After a friendly unit is defeated another gains an Aim or a Dodge."""
    seat = seat_of(table, moment)
    able = in_play(table, seat) if own(table, moment, moment.unit) else ()
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
    able = [one for one in in_play(table, seat) if table.units[one].has("dodge")]
    return Outcome(then=may_pick("vigilant", seat, able, moment.place, most=most))


picked("vigilant", lambda table, one: give(table, one, "kept-dodge"))


@effect("end-end", "vigilant")
def _kept(table: Table, moment: Moment) -> Outcome:
    units = [one for one in in_play(table, seat_of(table, moment)) if table.units[one].has("kept-dodge")]
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
