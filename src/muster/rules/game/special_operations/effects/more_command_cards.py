"""What the command cards of Separatists, Empire and Mercenaries do beside their orders: one small function
each. What they give for the round is data (`gains`, `weapon`)."""

from muster.rules.cards.vocabulary import RANKS
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Deployed, Marked, PoolsMade
from muster.rules.game.operation_steps import Sheet
from muster.rules.game.special_operations.actions import recovers
from muster.rules.game.special_operations.attacks.sheet import targets
from muster.rules.game.special_operations.deciding import (
    Decision,
    asks,
    decides,
    may_pick,
)
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    as_measured,
    attacks,
    bout,
    command,
    known,
    looked_at,
    near_objective,
    objectives,
    ordered,
    own,
    picked,
    seat_of,
    to_ordered,
)
from muster.rules.game.special_operations.ending import returnable
from muster.rules.game.special_operations.events import OrderTurned, Returned
from muster.rules.game.special_operations.missions.disabled_vehicle import ambushes, hides
from muster.rules.game.special_operations.moving import changes_contact, free_move, free_to_move
from muster.rules.game.special_operations.panic import (
    give,
    hurt,
    suffers,
)
from muster.rules.game.special_operations.units import (
    ability,
    did,
    engaged_with,
    forgets,
    in_play,
    squad,
)
from muster.rules.game.steps import Effects
from muster.rules.game.table import Table, other

NOTHING = Outcome()


# Separatists -----------------------------------------------------------------------------------------------


to_ordered("orbital-command-ship", lambda table, one: give(table, one, "surge"))


@effect("revealed", "combat-protocols")
def _combat_protocols(table: Table, moment: Moment) -> Outcome:
    """Units with AI gain an Aim, the others a Surge."""
    units = in_play(table, seat_of(table, moment))
    return Outcome(
        tuple(
            event for one in units
            for event in give(table, one, "aim" if ability(table, table.units[one], "ai") else "surge")
        )
    )  # fmt: skip


@effect("declared", "occupation-protocols")
def _occupation(table: Table, moment: Moment) -> Outcome:
    told = known(table, "occupation-protocols", moment.unit, objectives(table), "critical")
    return told if attacks(table, moment) else NOTHING


@effect("rolled", "occupation-protocols")
def _is_at_objective(table: Table, moment: Moment) -> Outcome:
    """Somebody looks once there is a Surge to turn."""
    open_ = moment.surges and not looked_at(table, "occupation-protocols", moment.unit, objectives(table))
    asked = open_ and attacks(table, moment)
    return near_objective(table, moment, "occupation-protocols", moment.unit) if asked else NOTHING


@decides("occupation-protocols")
def _occupied(choice: Decision) -> Outcome:
    return as_measured(choice, objectives(choice.table), "critical", int(choice.yes))


def _onward(table: Table, moment: Moment) -> Outcome:
    """A unit with a faceup order that defeats or panics an enemy unit may move at speed 1."""
    mine = own(table, moment, moment.by) and not own(table, moment, moment.unit)
    runs = mine and table.units[moment.by].order == "faceup" and table.units[moment.by].here
    return free_move(table, moment.by, 1, "onward-to-victory", moment.place) if runs else NOTHING


effect("defeated", "onward-to-victory")(_onward)


@effect("shaken-out", "onward-to-victory")
def _onward_at_panic(table: Table, moment: Moment) -> Outcome:
    """A panic that defeats the unit gives one move, that for the defeat (G50)."""
    return _onward(table, moment) if table.units[moment.unit].here else NOTHING


@effect("end-start", "endless-legions")
def _endless(table: Table, moment: Moment) -> Outcome:
    """Up to two defeated Corps or Heavy units return in the deployment zone."""
    seat, most = seat_of(table, moment), command(table, "endless-legions").value
    able = [f"return {one}" for one in returnable(table, seat)]
    return Outcome(then=may_pick("endless-legions", seat, able, moment.place, most=most))


@decides("endless-legions")
def _returned(choice: Decision) -> Outcome:
    """They stand far from whom they fell to, and have arrived (G34); where their side has no zone they are in
    the Network (G36)."""
    table, units = choice.table, [one.removeprefix("return ") for one in choice.picked]
    freed = [event for one in units for event in (*changes_contact(table, one, ""), *forgets(table, one))]
    hidden = ambushes(table, choice.seat)
    comes = hides if hidden else Deployed
    back = (event for one in units for event in (Returned(unit=one), comes(unit=one)))
    place = choice.step.id
    arrived = (Effects(id=f"{place}.{one}.arrived", hook="arrived", unit=one) for one in units if not hidden)
    return Outcome((*freed, *back), tuple(arrived))


@effect("revealed", "analyze-and-annihilate")
def _analyze(table: Table, moment: Moment) -> Outcome:
    seat, most = seat_of(table, moment), command(table, "analyze-and-annihilate").value
    return Outcome(
        then=may_pick("analyze-and-annihilate", seat, in_play(table, other(seat)), moment.place, most=most)
    )


picked("analyze-and-annihilate", lambda table, one: give(table, one, "observation"))


@effect("declared", "analyze-and-annihilate")
def _annihilate(table: Table, moment: Moment) -> Outcome:
    """A unit attacking an enemy with an Observation gains an Aim before rolling."""
    watched = attacks(table, moment) and table.units[moment.by].has("observation")
    return Outcome(give(table, moment.unit, "aim")) if watched else NOTHING


# Empire ----------------------------------------------------------------------------------------------------


@effect("ordered", "for-the-empire")
def _for_the_empire(table: Table, moment: Moment) -> Outcome:
    """Friendly units at 3 inches of an objective gain an Aim: they are told."""
    seat = seat_of(table, moment)
    units = squad(table, seat)
    return Outcome(then=may_pick("for-the-empire", seat, units, moment.place, most=len(units)))


picked("for-the-empire", lambda table, one: give(table, one, "aim"))


@effect("unit-start", "imperial-training")
def _imperial_training(table: Table, moment: Moment) -> Outcome:
    """A friendly unit may suffer a wound for a free recover."""
    unit = table.units[moment.unit]
    able = own(table, moment, unit.id) and unit.suppression
    return (
        Outcome(then=(asks("imperial-training", unit.seat, moment.place, unit=unit.id),)) if able else NOTHING
    )


@decides("imperial-training")
def _disciplined(choice: Decision) -> Outcome:
    id = choice.step.unit
    if not choice.yes:
        return NOTHING
    hurts = hurt(choice.table, id, 1, choice.step.id)
    return hurts._replace(events=(*recovers(choice.table, id), *hurts.events))


@effect("ordered", "you-have-your-orders")
def _you_have_your_orders(table: Table, moment: Moment) -> Outcome:
    """Friendly units at 6 inches of the Officer gain a Surge."""
    seat, card = seat_of(table, moment), command(table, "you-have-your-orders")
    led = any(table.units[one].card in card.units for one in squad(table, seat))
    units = squad(table, seat) if led else ()
    return Outcome(then=may_pick("you-have-your-orders", seat, units, moment.place, most=len(units)))


picked("you-have-your-orders", lambda table, one: give(table, one, "surge"))


@effect("attacked", "special-forces")
def _special_forces(table: Table, moment: Moment) -> Outcome:
    """After a Commander or Special Forces unit attacks who has a faceup order, that token goes back into the
    pool."""
    unit, foe = table.units[moment.unit], table.units[moment.by]
    leads = attacks(table, moment) and unit.rank in ("commander", "special-forces")
    if not leads or foe.order != "faceup" or not foe.here:
        return NOTHING
    pools = {seat: chair.pool for seat, chair in table.chairs.items()}
    pools[foe.seat] = tuple(sorted((*pools[foe.seat], foe.rank), key=RANKS.index))
    passes = {seat: chair.passes for seat, chair in table.chairs.items()}
    return Outcome((OrderTurned(unit=foe.id, order=""), PoolsMade(pools=pools, passes=passes)))


@effect("defeated", "shock-and-awe")
def _shock_and_awe(table: Table, moment: Moment) -> Outcome:
    """When an enemy unit is defeated, others at 6 inches gain a Suppression."""
    seat = seat_of(table, moment)
    beaten = own(table, moment, moment.by) and not own(table, moment, moment.unit)
    foes = squad(table, other(seat)) if beaten else ()
    return Outcome(then=may_pick("shock-and-awe", seat, foes, moment.place, most=len(foes), by=moment.by))


@decides("shock-and-awe")
def _awed(choice: Decision) -> Outcome:
    return Outcome(then=suffers(choice.picked, 1, choice.step.id, choice.step.by))


# Mercenaries -----------------------------------------------------------------------------------------------


@effect("ordered", "brash-tactics")
def _brash(table: Table, moment: Moment) -> Outcome:
    seat = seat_of(table, moment)
    able = [one for one in ordered(table, seat) if free_to_move(table, table.units[one])]
    return Outcome(then=may_pick("brash-tactics", seat, able, moment.place))


@decides("brash-tactics")
def _dares(choice: Decision) -> Outcome:
    """A unit given an order moves at speed 3 and gains an Observation."""
    if not choice.one:
        return NOTHING
    moves = free_move(choice.table, choice.one, 3, "brash-tactics", choice.step.id)
    return moves._replace(events=(*moves.events, *give(choice.table, choice.one, "observation")))


@effect("declared", "ruthless")
def _ruthless(table: Table, moment: Moment) -> Outcome:
    """Who has a faceup order and attacks who has none."""
    bold = attacks(table, moment) and table.units[moment.unit].order == "faceup"
    return bout("suppressive") if bold and not table.units[moment.by].order else NOTHING


@effect("ordered", "diversionary-tactics")
def _diversion(table: Table, moment: Moment) -> Outcome:
    """The ordered gain an Observation and a Dodge, the others an Aim."""
    seat = seat_of(table, moment)
    bait = ordered(table, seat)
    others = [one for one in in_play(table, seat) if one not in bait]
    return together(
        (all_give(table, bait, "observation"), all_give(table, bait, "dodge"), all_give(table, others, "aim"))
    )


@effect("unit-end", "gauntlet-support-run")
def _support_run(table: Table, moment: Moment) -> Outcome:
    """Once, at the end of a Commander's activation, an attack at any range."""
    unit, mark = table.units[moment.unit], f"gauntlet.r{table.round}.{moment.side}"
    sheet = Sheet(
        id=f"{moment.place}.gauntlet", seat=unit.seat, unit=unit.id, kind="ranged", optional=True,
        weapons=("gauntlet-support-run",), why="card",
    )  # fmt: skip
    able = (
        own(table, moment, unit.id) and unit.is_commander and not table.mark(mark) and targets(table, sheet)
    )
    return Outcome((Marked(name=mark),), (sheet,)) if able else NOTHING


@effect("defeated", "victory-or-death")
def _victory(table: Table, moment: Moment) -> Outcome:
    mine = own(table, moment, moment.by) and not own(table, moment, moment.unit) and table.acting == moment.by
    return Outcome((Marked(name=f"did.{moment.by}.defeat"),)) if mine else NOTHING


@effect("unit-end", "victory-or-death")
def _or_death(table: Table, moment: Moment) -> Outcome:
    """Who did not defeat an enemy unit, or is not engaged with one, gains two Suppression."""
    unit = table.units[moment.unit]
    spared = did(table, unit.id, "defeat") and engaged_with(table, unit.id)
    if spared or not own(table, moment, unit.id):
        return NOTHING
    return Outcome(then=suffers((unit.id,), command(table, "victory-or-death").value, moment.place))
