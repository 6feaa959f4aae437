"""What command cards do beside their orders: one small function each. What they give for the round is data
(`gains`, `weapon`)."""

from collections.abc import Callable, Iterable

from muster.rules.cards.vocabulary import RANKS
from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.game.events import Deployed, Marked, PoolsMade
from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.special_operations.actions import recovers
from muster.rules.game.special_operations.deciding import (
    Decision,
    Thrown,
    asks,
    decides,
    may_pick,
    means,
    throw,
    thrown,
)
from muster.rules.game.special_operations.effects.helping import (
    all_give,
    attacks,
    bout,
    command,
    near_objective,
    ordered,
    own,
    picked,
    seat_of,
)
from muster.rules.game.special_operations.events import Moved, OrderTurned, Returned
from muster.rules.game.special_operations.panic import (
    PANIC_CARDS,
    calm,
    gain,
    give,
    hurt,
    suffers,
)
from muster.rules.game.special_operations.sheet import targets
from muster.rules.game.special_operations.steps import Decide, Sheet, Throw
from muster.rules.game.special_operations.units import (
    ability,
    did,
    engaged_with,
    friends,
    is_vehicle,
    squad,
    weapons,
)
from muster.rules.game.steps import AnyStep
from muster.rules.game.table import SEATS, Seat, Table, other
from muster.rules.log import Event

NOTHING = Outcome()
means("set-charges", "surprise-attack")(weapons)


def _to_ordered(card: str, do: Callable[[Table, str], Iterable[Event]]) -> None:
    """Something for each unit given an order."""

    @effect("ordered", card)
    def settle(table: Table, moment: Moment) -> Outcome:
        units = ordered(table, seat_of(table, moment))
        return Outcome(tuple(event for one in units for event in do(table, one)))


# Rebels ----------------------------------------------------------------------------------------------------


_to_ordered(
    "hero-of-the-rebellion",
    lambda table, one: (*recovers(table, one), *give(table, one, "aim"), *give(table, one, "dodge")),
)


@effect("shaken-out", "built-on-hope")
def _hope(table: Table, moment: Moment) -> Outcome:
    """A friendly unit that panics then loses a Suppression (G48)."""
    return (
        Outcome(calm(table, moment.unit, 1, "built-on-hope")) if own(table, moment, moment.unit) else NOTHING
    )


@effect("declared", "feel-like-a-hundred")
def _hundred(table: Table, moment: Moment) -> Outcome:
    shot = attacks(table, moment) and table.mark("bout.ranged")
    return bout("suppressive") if shot else NOTHING


@effect("declared", "hold-at-any-cost")
def _hold(table: Table, moment: Moment) -> Outcome:
    """A friendly unit that is attacked may gain a Suppression for a Dodge."""
    unit = table.units[moment.by]
    able = own(table, moment, unit.id) and unit.courage is not None
    return (
        Outcome(then=(asks("hold-at-any-cost", unit.seat, moment.place, unit=unit.id, by=moment.unit),))
        if able
        else NOTHING
    )


@decides("hold-at-any-cost")
def _held(choice: Decision) -> Outcome:
    id = choice.step.unit
    if not choice.yes:
        return NOTHING
    gained = gain(choice.table, id, 1, choice.step.id)
    return gained._replace(events=(*give(choice.table, id, "dodge"), *gained.events))


@means("defiant-defense")
def _defiant(roll: Roll) -> tuple[int, int]:
    """Panic wounds by Criticals only; each Surge removes one."""
    return roll.count(Face.CRITICAL), roll.count(Face.SURGE)


PANIC_CARDS["defiant-defense"] = _defiant


@effect("revealed", "silent-approach")
def _silent(table: Table, moment: Moment) -> Outcome:
    """Each friendly unit gives an enemy unit in sight an Observation."""
    seat = seat_of(table, moment)
    return Outcome(then=_watched(table, moment.place, len(squad(table, seat)), seat))


def _watched(table: Table, place: str, left: int, seat: Seat) -> tuple[Decide, ...]:
    foes = squad(table, other(seat)) if left else ()
    return may_pick("silent-approach", seat, foes, f"{place}.{left}", about=(str(left - 1),))


@decides("silent-approach")
def _watching(choice: Decision) -> Outcome:
    (left,) = choice.step.about
    if not choice.one:
        return NOTHING
    again = _watched(choice.table, choice.step.id, int(left), choice.seat)
    return Outcome(give(choice.table, choice.one, "observation"), again)


@effect("revealed", "log-traps")
def _log_traps(table: Table, moment: Moment) -> Outcome:
    dice = (Die.DEFENCE_RED,) * command(table, "log-traps").value
    return Outcome(then=throw("log-traps", seat_of(table, moment), dice, moment.place))


@thrown("log-traps")
def _sprung(cast: Thrown) -> Outcome:
    """Enemy units at 3 inches of an objective gain a Suppression for each Block."""
    seat, blocks = cast.step.seat, cast.roll.count(Face.BLOCK)
    foes = squad(cast.table, other(seat)) if blocks else ()
    return Outcome(then=may_pick("log-traps", seat, foes, cast.step.id, most=len(foes), about=(str(blocks),)))


@decides("log-traps")
def _trapped(choice: Decision) -> Outcome:
    return Outcome(then=suffers(choice.picked, int(choice.step.about[0]), choice.step.id))


# Republic --------------------------------------------------------------------------------------------------


_to_ordered("brothers-in-arms", lambda table, one: calm(table, one, 1, "brothers-in-arms"))
_to_ordered("born-for-this", lambda table, one: give(table, one, "surge"))
_to_ordered(
    "quick-response-team",
    lambda table, one: (*give(table, one, "dodge"), Moved(unit=one, speed=1, why="quick-response-team")),
)


@effect("declared", "teamwork")
def _teamwork(table: Table, moment: Moment) -> Outcome:
    """Critical 1 for each other friendly unit at 3 inches of the attacker."""
    near = len(friends(table, moment.unit)) if attacks(table, moment) else 0
    numbers = [str(count) for count in range(near + 1)] if near else []
    return Outcome(
        then=may_pick(
            "teamwork", table.units[moment.unit].seat, numbers, moment.place, least=1, unit=moment.unit
        )
    )


@decides("teamwork")
def _together(choice: Decision) -> Outcome:
    return bout("critical", int(choice.one))


@effect("ordered", "good-intel")
def _good_intel(table: Table, moment: Moment) -> Outcome:
    foes = squad(table, other(seat_of(table, moment)))
    return all_give(table, [one for one in foes if table.units[one].order != "faceup"], "observation")


@effect("attacked", "target-designation")
def _designated(table: Table, moment: Moment) -> Outcome:
    shot = attacks(table, moment) and table.mark("bout.ranged")
    return Outcome(give(table, moment.by, "observation")) if shot else NOTHING


@effect("revealed", "fire-support")
def _fire_support(table: Table, moment: Moment) -> Outcome:
    seat = seat_of(table, moment)
    return Outcome(then=may_pick("fire-support", seat, squad(table, other(seat)), moment.place))


@decides("fire-support")
def _called(choice: Decision) -> Outcome:
    """Who else is at 6 inches of the target is told."""
    table = choice.table
    if not choice.one:
        return NOTHING
    near = [one for seat in SEATS for one in squad(table, seat) if one != choice.one]
    more: tuple[AnyStep, ...] = may_pick(
        "fire-support-near", choice.seat, near, choice.step.id, most=len(near), about=choice.picked
    )
    return Outcome(then=more or _salvo(table, choice.picked, choice))


@decides("fire-support-near")
def _near(choice: Decision) -> Outcome:
    return Outcome(then=_salvo(choice.table, (*choice.step.about, *choice.picked), choice))


def _salvo(table: Table, units: tuple[str, ...], choice: Decision) -> tuple[Throw, ...]:
    dice = (Die.ATTACK_BLACK,) * command(table, "fire-support").value
    return tuple(
        step
        for one in units
        for step in throw("fire-support", choice.seat, dice, f"{choice.step.id}.{one}", unit=one)
    )


@thrown("fire-support")
def _shelled(cast: Thrown) -> Outcome:
    """A wound for each Critical, a Suppression for each Hit or Surge."""
    hurts = hurt(cast.table, cast.step.unit, cast.roll.count(Face.CRITICAL), cast.step.id)
    shaken = suffers((cast.step.unit,), cast.roll.count(Face.HIT, Face.SURGE), cast.step.id)
    return hurts._replace(then=(*hurts.then, *shaken))


# Separatists -----------------------------------------------------------------------------------------------


_to_ordered("orbital-command-ship", lambda table, one: give(table, one, "surge"))


@effect("revealed", "combat-protocols")
def _combat_protocols(table: Table, moment: Moment) -> Outcome:
    """Units with AI gain an Aim, the others a Surge."""
    units = squad(table, seat_of(table, moment))
    return Outcome(
        tuple(
            event for one in units
            for event in give(table, one, "aim" if ability(table, table.units[one], "ai") else "surge")
        )
    )  # fmt: skip


@effect("declared", "occupation-protocols")
def _occupation(table: Table, moment: Moment) -> Outcome:
    mine = attacks(table, moment)
    return near_objective(table, moment, "occupation-protocols", moment.unit) if mine else NOTHING


@decides("occupation-protocols")
def _occupied(choice: Decision) -> Outcome:
    return bout("critical") if choice.yes else NOTHING


def _onward(table: Table, moment: Moment) -> Outcome:
    """A unit with a faceup order that defeats or panics an enemy unit may move at speed 1."""
    mine = own(table, moment, moment.by) and not own(table, moment, moment.unit)
    runs = mine and table.units[moment.by].order == "faceup" and table.units[moment.by].here
    return Outcome((Moved(unit=moment.by, speed=1, why="onward-to-victory"),)) if runs else NOTHING


effect("defeated", "onward-to-victory")(_onward)
effect("shaken-out", "onward-to-victory")(_onward)


@effect("end-start", "endless-legions")
def _endless(table: Table, moment: Moment) -> Outcome:
    """Up to two defeated Corps or Heavy units return in the deployment zone."""
    seat, most = seat_of(table, moment), command(table, "endless-legions").value
    lost = [one for one in table.units.values() if one.seat == seat and one.gone == "defeated"]
    able = [f"return {one.id}" for one in lost if one.rank in ("corps", "heavy") and not is_vehicle(one)]
    return Outcome(then=may_pick("endless-legions", seat, able, moment.place, most=most))


@decides("endless-legions")
def _returned(choice: Decision) -> Outcome:
    units = [one.removeprefix("return ") for one in choice.picked]
    return Outcome(tuple(event for one in units for event in (Returned(unit=one), Deployed(unit=one))))


@effect("revealed", "analyze-and-annihilate")
def _analyze(table: Table, moment: Moment) -> Outcome:
    seat, most = seat_of(table, moment), command(table, "analyze-and-annihilate").value
    return Outcome(
        then=may_pick("analyze-and-annihilate", seat, squad(table, other(seat)), moment.place, most=most)
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
    able = own(table, moment, unit.id) and unit.suppression and unit.deployed
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
    return Outcome(then=may_pick("brash-tactics", seat, ordered(table, seat), moment.place))


picked(
    "brash-tactics",
    lambda table, one: (Moved(unit=one, speed=3, why="brash-tactics"), *give(table, one, "observation")),
)


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
    others = [one for one in squad(table, seat) if one not in bait]
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
    """Who neither defeated an enemy unit nor is engaged gains two Suppression."""
    unit = table.units[moment.unit]
    fails = (
        own(table, moment, unit.id) and not did(table, unit.id, "defeat") and not engaged_with(table, unit.id)
    )
    return (
        Outcome(then=suffers((unit.id,), command(table, "victory-or-death").value, moment.place))
        if fails
        else NOTHING
    )
