"""The agendas in play: tokens that count themselves where the game knows, one tap where it does not.

With the score only no units are kept: then the players are asked for the count at the end, but for agendas
that go by victory points (`handover`). What units do for an agenda stands in `agenda_actions`.
"""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from muster.rules.campaign.library.library import library
from muster.rules.dice.faces import Die
from muster.rules.game.effects.attackers import worth
from muster.rules.game.hooks import (
    NEED_PANIC,
    Cast,
    Choice,
    Moment,
    Told,
    effect,
    purpose,
    question,
    rolled,
)
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked
from muster.rules.game.scoring.contesting import at_token, contesting, panicked, secures
from muster.rules.game.scoring.points import choose, units_of
from muster.rules.game.scoring.secondaries import secondary_scores
from muster.rules.game.scoring.standard_advantages import prints
from muster.rules.game.steps import Ask, ChooseUnits, Effects, Hook, Pick, RollDice
from muster.rules.game.table import Marker, Side, Table, Unit, against
from muster.rules.log import Event

PLUNDER: Final = "plunder"


def agenda_of(table: Table, side: Side) -> str:
    """The agenda a side has in play."""
    chair = table.chairs.get(table.seat_of(side))
    return chair.agenda if chair else ""


def tokens(table: Table, side: Side) -> int:
    """The tokens on the agenda a side has in play; another that a Contingency Plan brings begins anew."""
    return table.mark(f"agenda.{agenda_of(table, side)}.{side}")


BEFORE: Final = "before.small-victories"


def victories(table: Table, side: Side) -> int:
    """The tokens of Small Victories: each time a side scored from the secondary since the agenda is in
    play."""
    return len(secondary_scores(table, side)) - table.mark(f"{BEFORE}.{side}")


def named(table: Table, side: Side) -> tuple[str, ...]:
    """The units that the agenda in play speaks of: defended, protected, or with Plunder."""
    agenda = agenda_of(table, side)
    chosen = (unit for unit in table.units if table.mark(f"chosen.{agenda}.{unit}"))
    return tuple(chosen) if agenda != "loot-and-plunder" else _with_plunder(table, side)


def _with_plunder(table: Table, side: Side) -> tuple[str, ...]:
    seat = table.seat_of(side)
    return tuple(unit.id for unit in table.units.values() if unit.seat == seat and unit.has(PLUNDER))


def put(agenda: str, side: Side, number: int = 1) -> tuple[Event, ...]:
    """So many tokens are put on an agenda."""
    return (Marked(name=f"agenda.{agenda}.{side}", by=number),) if number else ()


def counts(hook: Hook, agenda: str) -> Callable[[Callable[[Table, Moment], int]], object]:
    """A moment at which an agenda counts by itself."""

    def register(count: Callable[[Table, Moment], int]) -> Callable[[Table, Moment], int]:
        @effect(hook, agenda)
        def _counted(table: Table, moment: Moment) -> Outcome:
            """So many tokens."""
            return Outcome(put(agenda, moment.side, count(table, moment)))

        return count

    return register


def _enemy_fell(table: Table, moment: Moment) -> Unit | None:
    """The unit just defeated, where it is an enemy of the side whose agenda asks."""
    unit = table.units[moment.unit]
    return unit if table.side_of(unit.seat) != moment.side else None


def _beaten(table: Table, moment: Moment) -> Unit | None:
    """An enemy unit that the side defeated: by an attack or by its own advantage, not by what that unit
    carries or its own player does to it."""
    ours = moment.card in ("", table.mission.advantage(moment.side))
    return _enemy_fell(table, moment) if ours else None


def _ask(table: Table, moment: Moment, what: str) -> Outcome:
    name, seat = f"r{table.round}.{what}.{moment.unit}", table.seat_of(moment.side)
    return Outcome(then=(Ask(id=name, seat=seat, what=what, unit=moment.unit),))


def _token_for_a_yes(
    what: str, agenda: str, number: Callable[[Table, str], int] = lambda _table, _unit: 1
) -> None:
    """A yes is worth a token, or as many as the unit asked about is."""

    @question(what)
    def _told(told: Told) -> Outcome:
        """As told."""
        count = number(told.table, told.step.unit) if told.yes else 0
        return Outcome(put(agenda, told.side, count))


# Defeated enemies ------------------------------------------------------------------------------------------


@effect("setup", "persons-of-interest")
def _interest(table: Table, moment: Moment) -> Outcome:
    """A black die names the rank of the Persons of Interest."""
    return Outcome(then=(_interest_roll(table, moment.side, 1),))


def _interest_roll(table: Table, side: Side, tries: int) -> RollDice:
    name = f"setup.persons-of-interest.{side}{tries}"
    return RollDice(
        id=name,
        seat=table.seat_of(side),
        purpose="persons-of-interest",
        dice=(Die.ATTACK_BLACK,),
        about=(side,),
    )


@rolled("persons-of-interest")
def _interest_rolled(cast: Cast) -> Outcome:
    """That rank of the enemy's; rolled again where it has none."""
    table, side = cast.table, cast.table.side_of(cast.step.seat)
    ranks = library().agendas["persons-of-interest"].marked_ranks or {}
    rank = ranks.get(cast.roll.faces[0])
    there = {unit.rank for unit in table.army(table.seat_of(against(side)))}
    if rank not in there and there & set(ranks.values()):
        tries = int(cast.step.id.rsplit(side, maxsplit=1)[-1]) + 1
        return Outcome(then=(_interest_roll(table, side, tries),))
    return Outcome((Marked(name=f"interest.{rank}.{side}"),) if rank in there else ())


@counts("defeated", "persons-of-interest")
def _persons(table: Table, moment: Moment) -> int:
    """An enemy unit is one token, one more if it was a Commander, an Operative or a Person of Interest."""
    unit = _beaten(table, moment)
    if unit is None:
        return 0
    return 1 + (unit.is_leader or table.mark(f"interest.{unit.rank}.{moment.side}") > 0)


@counts("defeated", "midnight-strikes")
def _midnight(table: Table, moment: Moment) -> int:
    """An enemy unit that had a facedown order."""
    unit = _beaten(table, moment)
    return int(unit is not None and unit.order == "facedown")


@worth("show-of-strength")
def _strength(_table: Table, side: Side, attacker: Unit, _fell: Unit) -> tuple[Event, ...]:
    """An enemy unit defeated by a Commander, Operative or Heavy."""
    return put("show-of-strength", side, int(attacker.is_leader or attacker.rank == "heavy"))


@worth("martial-prowess")
def _prowess(_table: Table, side: Side, attacker: Unit, fell: Unit) -> tuple[Event, ...]:
    """An enemy unit defeated by the Paragon, best a Commander or Operative."""
    fact = (Marked(name=f"fact.paragon-defeated-leader.{side}"),) if fell.is_leader else ()
    return (*put("martial-prowess", side), *fact) if attacker.paragon else ()


@effect("defeated", "beat-them-to-the-punch")
def _punched(table: Table, moment: Moment) -> Outcome:
    """An enemy unit that held an objective; whether it contested one is asked."""
    if _enemy_fell(table, moment) is None:
        return Outcome()
    if any(marker.holder == moment.unit for marker in table.lying()):
        return Outcome(put("beat-them-to-the-punch", moment.side))
    return _ask(table, moment, "fell-at-objective")


_token_for_a_yes("fell-at-objective", "beat-them-to-the-punch")


@effect("defeated", "salvage-materiel")
def _salvage(table: Table, moment: Moment) -> Outcome:
    """An enemy unit within range 1 of an own one: asked."""
    return Outcome() if _enemy_fell(table, moment) is None else _ask(table, moment, "fell-near")


_token_for_a_yes("fell-near", "salvage-materiel", lambda table, unit: 1 + prints(table.units[unit], "armor"))


# Priority and losses ---------------------------------------------------------------------------------------


@counts("activations", "on-the-run")
def _on_the_run(table: Table, moment: Moment) -> int:
    """Priority gained this round."""
    return int(table.priority == table.seat_of(moment.side))


@counts("activations", "the-long-game")
def _long_game(table: Table, moment: Moment) -> int:
    """Priority gained by the opponent this round."""
    return int(table.priority == table.seat_of(against(moment.side)))


def lost(table: Table, side: Side) -> int:
    """How many units of a side are defeated."""
    seat = table.seat_of(side)
    return sum(unit.gone == "defeated" for unit in table.units.values() if unit.seat == seat)


@effect("end-end", "against-all-odds")
def _odds(table: Table, moment: Moment) -> Outcome:
    """A token at the end of a round in which the opponent has lost more units so far. The command cards are
    discarded by then: one that rewards tokens of the round is asked once more."""
    if lost(table, against(moment.side)) <= lost(table, moment.side):
        return Outcome()
    late = Effects(id=f"{moment.place}.late", hook="late-token")
    return Outcome(put("against-all-odds", moment.side), (late,))


# Panic -----------------------------------------------------------------------------------------------------

NEED_PANIC.add("keep-them-in-line")


@effect("suppressed", "keep-them-in-line")
def _shaken(table: Table, moment: Moment) -> Outcome:
    """An enemy unit panics: whether one of one's own made it is asked, once for each panic."""
    unit = _enemy_fell(table, moment)
    known = table.mark(f"panic-asked.{moment.unit}")
    if unit is None or known or not panicked(table, unit):
        return Outcome()
    return Outcome((Marked(name=f"panic-asked.{unit.id}"),), _ask(table, moment, "made-panic").then)


_token_for_a_yes("made-panic", "keep-them-in-line")


@effect("unit-end", "keep-them-in-line")
def _calmed(table: Table, moment: Moment) -> Outcome:
    """The panic is over with the unit's activation."""
    known = table.mark(f"panic-asked.{moment.unit}")
    return Outcome((Marked(name=f"panic-asked.{moment.unit}", by=-known),) if known else ())


# At the objectives -----------------------------------------------------------------------------------------


def points_of_interest(table: Table) -> tuple[Marker, ...]:
    """The points of interest in play."""
    return tuple(marker for marker in table.lying() if marker.kind == "poi")


@counts("end-start", "investigate-corruption")
def _investigates(table: Table, moment: Moment) -> int:
    """End Phase with a Commander near a point of interest in Contested Territory."""
    near = (
        table.units[id]
        for marker in points_of_interest(table)
        if marker.side is None
        for id in table.places.get(marker.id, ())
    )
    return int(any(unit.is_commander and table.side_of(unit.seat) == moment.side for unit in near))


@counts("end-start", "beat-them-to-the-punch")
def _secured_against(table: Table, moment: Moment) -> int:
    """Two for each point of interest secured against contesting enemies."""
    points = (one for one in points_of_interest(table) if secures(table, one, moment.side))
    return 2 * sum(against(moment.side) in at_token(table, one) for one in points)


@counts("end-start", "glorious-charge")
def _charge(table: Table, moment: Moment) -> int:
    """End Phase with the Paragon contesting or holding an objective."""
    held = any(one.holder and table.units[one.holder].paragon for one in _held_by(table, moment.side))
    there = (unit for one in table.lying() for unit in contesting(table, one, moment.side))
    return int(held or any(unit.paragon for unit in there))


def _held_by(table: Table, side: Side) -> Iterable[Marker]:
    seat = table.seat_of(side)
    return (one for one in table.lying() if one.holder and table.units[one.holder].seat == seat)


# Chosen units ----------------------------------------------------------------------------------------------


@effect("setup", "daring-defense")
def _defender(table: Table, moment: Moment) -> Outcome:
    """An own unit is chosen."""
    return Outcome(then=(choose(table, moment.side, "daring-defense", 1),))


@effect("setup", "protect-your-allies")
def _protected(table: Table, moment: Moment) -> Outcome:
    """The player chooses one own unit, the opponent two more; none of them the Paragon."""
    able = tuple(id for id in units_of(table, moment.side) if not table.units[id].paragon)
    return Outcome(then=(choose(table, moment.side, "protect-your-allies", 1, able),))


@purpose("daring-defense")
@purpose("protect-your-allies")
@purpose("protect-others")
def _chosen(choice: Choice) -> Outcome:
    """They are kept by name."""
    agenda = choice.step.purpose.replace("protect-others", "protect-your-allies")
    marks = tuple(Marked(name=f"chosen.{agenda}.{unit}") for unit in choice.units)
    if choice.step.purpose != "protect-your-allies":
        return Outcome(marks)
    table, left = choice.table, tuple(id for id in _step_units(choice) if id not in choice.units)
    step = choose(table, choice.side, "protect-others", 2, left)
    theirs = replace(step, seat=table.seat_of(against(choice.side)))
    return Outcome(marks, (theirs,) if left else ())


def _step_units(choice: Choice) -> tuple[str, ...]:
    return choice.step.units if isinstance(choice.step, ChooseUnits) else ()


@effect("unit-end", "daring-defense")
def _takes_post(table: Table, moment: Moment) -> Outcome:
    """The first time the chosen unit ends its activation at a point of interest: which?"""
    chosen = table.mark(f"chosen.daring-defense.{moment.unit}") and table.units[moment.unit].deployed
    points = tuple(one.id for one in points_of_interest(table))
    if not chosen or marked_point(table, moment.side) or not points:
        return Outcome()
    name, seat = f"r{table.round}.defends.{moment.unit}", table.seat_of(moment.side)
    return Outcome(
        then=(Pick(id=name, seat=seat, purpose="defended-point", options=points, unit=moment.unit),)
    )


@purpose("defended-point")
def _post_taken(choice: Choice) -> Outcome:
    """A token, and the point is marked."""
    return Outcome(
        tuple(
            event
            for point in choice.units
            for event in (
                Marked(name=f"defended.{choice.side}.{point}"),
                *put("daring-defense", choice.side),
            )
        )
    )


def marked_point(table: Table, side: Side) -> Marker | None:
    """The point that Daring Defense marked; it stays marked when it is gone."""
    return next((one for one in table.markers.values() if table.mark(f"defended.{side}.{one.id}")), None)


def defends(table: Table, side: Side) -> bool:
    """Whether the chosen unit contests the marked point."""
    point = marked_point(table, side)
    there = contesting(table, point, side) if point and not point.gone else ()
    return any(table.mark(f"chosen.daring-defense.{unit.id}") for unit in there)


@counts("end-start", "daring-defense")
def _holds_post(table: Table, moment: Moment) -> int:
    """Each End Phase at the marked point."""
    return int(defends(table, moment.side))
