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
from muster.rules.game.engine.continuations import Answered, Choice, Nothing, Payload, Rolled, choice, dice
from muster.rules.game.hooks import Moment, card, effect
from muster.rules.game.kernel import Outcome
from muster.rules.game.marks import AGENDA, BEFORE, CHOSEN, DEFENDED, INTEREST, LEADER_FELL, PANIC_ASKED
from muster.rules.game.measuring import HALF_RANGE, NO_PLACE, RANGE_1, Door
from muster.rules.game.scoring.contesting import at_token, contesting, panicked, secures
from muster.rules.game.scoring.points import choose, units_of
from muster.rules.game.scoring.secondaries import secondary_scores
from muster.rules.game.scoring.standard_advantages import prints
from muster.rules.game.steps import Effects, Hook
from muster.rules.game.steps.choices import Among, YesNo
from muster.rules.game.steps.step import Roll
from muster.rules.game.table import Marker, Side, Table, Unit, against
from muster.rules.log import Event

PLUNDER: Final = "plunder"


def agenda_of(table: Table, side: Side) -> str:
    """The agenda a side has in play."""
    chair = table.chairs.get(table.seat_of(side))
    return chair.agenda if chair else ""


def tokens(table: Table, side: Side) -> int:
    """The tokens on the agenda a side has in play; another that a Contingency Plan brings begins anew."""
    return AGENDA.count(table, agenda_of(table, side), side)


def victories(table: Table, side: Side) -> int:
    """The tokens of Small Victories: each time a side scored from the secondary since the agenda is in
    play."""
    return len(secondary_scores(table, side)) - BEFORE.count(table, side)


def agenda_units(table: Table, side: Side) -> tuple[str, ...]:
    """The units that the agenda in play speaks of: defended, protected, or with Plunder."""
    agenda = agenda_of(table, side)
    chosen = (unit for unit in table.units if CHOSEN.count(table, agenda, unit))
    return tuple(chosen) if agenda != "loot-and-plunder" else _with_plunder(table, side)


def _with_plunder(table: Table, side: Side) -> tuple[str, ...]:
    seat = table.seat_of(side)
    return tuple(unit.id for unit in table.units.values() if unit.seat == seat and unit.has(PLUNDER))


def add_tokens(table: Table, agenda: str, side: Side, number: int = 1) -> tuple[Event, ...]:
    """So many tokens are put on an agenda."""
    return (AGENDA.add(table, agenda, side, by=number),) if number else ()


def counts(hook: Hook, agenda: str) -> Callable[[Callable[[Table, Moment], int]], object]:
    """A moment at which an agenda counts by itself."""

    def register(count: Callable[[Table, Moment], int]) -> Callable[[Table, Moment], int]:
        @effect(hook, agenda)
        def _counted(table: Table, moment: Moment) -> Outcome:
            """So many tokens."""
            return Outcome(add_tokens(table, agenda, moment.side, count(table, moment)))

        return count

    return register


def _enemy_fell(table: Table, moment: Moment) -> Unit | None:
    """The unit just defeated, where it is an enemy of the side whose agenda asks."""
    unit = table.units[moment.unit]
    return unit if table.side_of(unit.seat) != moment.side else None


def _enemy_beaten_by_side(table: Table, moment: Moment) -> Unit | None:
    """An enemy unit that the side defeated: by an attack or by its own advantage, not by what that unit
    carries or its own player does to it."""
    ours = moment.card in ("", table.mission.advantage(moment.side))
    return _enemy_fell(table, moment) if ours else None


def _ask(table: Table, moment: Moment, follow: Choice[Nothing]) -> Outcome:
    seat = table.seat_of(moment.side)
    return Outcome(then=(follow.ask(seat, YesNo(), moment.unit),))


def _token_for_a_yes(
    what: str, agenda: str, door: Door, number: Callable[[Table, str], int] = lambda _table, _unit: 1
) -> Choice[Nothing]:
    """A yes is worth a token, or as many as the unit asked about is."""

    @choice(what, door=door)
    def put_tokens(answer: Answered[Nothing]) -> Outcome:
        """As told."""
        count = number(answer.table, answer.step.unit) if answer.yes else 0
        return Outcome(add_tokens(answer.table, agenda, answer.side, count))

    return put_tokens


# Defeated enemies ------------------------------------------------------------------------------------------


@effect("setup", "persons-of-interest")
def _interest(table: Table, moment: Moment) -> Outcome:
    """A black die names the rank of the Persons of Interest."""
    return Outcome(then=(_interest_roll(table, moment.side, 1),))


class Tries(Payload, frozen=True):
    """How often was rolled."""

    tries: int = 1


def _interest_roll(table: Table, side: Side, tries: int) -> Roll:
    seat = table.seat_of(side)
    return name_interest.roll(seat, (Die.ATTACK_BLACK,), known=Tries(tries))


@dice("persons-of-interest", Tries)
def name_interest(rolled: Rolled[Tries]) -> Outcome:
    """That rank of the enemy's; rolled again where it has none."""
    table, side = rolled.table, rolled.table.side_of(rolled.step.seat)
    ranks = library().agendas["persons-of-interest"].marked_ranks or {}
    rank = ranks.get(rolled.roll.faces[0])
    there = {unit.rank for unit in table.army(table.seat_of(against(side)))}
    if rank not in there and there & set(ranks.values()):
        return Outcome(then=(_interest_roll(table, side, rolled.known.tries + 1),))
    return Outcome((INTEREST.add(table, rank, side),) if rank and rank in there else ())


@counts("defeated", "persons-of-interest")
def _persons(table: Table, moment: Moment) -> int:
    """An enemy unit is one token, one more if it was a Commander, an Operative or a Person of Interest."""
    unit = _enemy_beaten_by_side(table, moment)
    if unit is None:
        return 0
    return 1 + (unit.is_leader or INTEREST.count(table, unit.rank, moment.side) > 0)


@counts("defeated", "midnight-strikes")
def _midnight(table: Table, moment: Moment) -> int:
    """An enemy unit that had a facedown order."""
    unit = _enemy_beaten_by_side(table, moment)
    return int(unit is not None and unit.order == "facedown")


@worth("show-of-strength")
def _strength(table: Table, side: Side, attacker: Unit, _fell: Unit) -> tuple[Event, ...]:
    """An enemy unit defeated by a Commander, Operative or Heavy."""
    return add_tokens(table, "show-of-strength", side, int(attacker.is_leader or attacker.rank == "heavy"))


@worth("martial-prowess")
def _prowess(table: Table, side: Side, attacker: Unit, fell: Unit) -> tuple[Event, ...]:
    """An enemy unit defeated by the Paragon, best a Commander or Operative."""
    fact = (LEADER_FELL.add(table, side),) if fell.is_leader else ()
    return (*add_tokens(table, "martial-prowess", side), *fact) if attacker.paragon else ()


@effect("defeated", "beat-them-to-the-punch")
def _count_enemy_at_objective(table: Table, moment: Moment) -> Outcome:
    """An enemy unit that held an objective; whether it contested one is asked."""
    if _enemy_fell(table, moment) is None:
        return Outcome()
    if any(marker.holder == moment.unit for marker in table.lying()):
        return Outcome(add_tokens(table, "beat-them-to-the-punch", moment.side))
    return _ask(table, moment, fell_at_objective)


fell_at_objective = _token_for_a_yes(
    "fell-at-objective", "beat-them-to-the-punch", Door("F", "control", far=HALF_RANGE)
)


@effect("defeated", "salvage-materiel")
def _salvage(table: Table, moment: Moment) -> Outcome:
    """An enemy unit within range 1 of an own one: asked."""
    return Outcome() if _enemy_fell(table, moment) is None else _ask(table, moment, fell_near)


fell_near = _token_for_a_yes(
    "fell-near",
    "salvage-materiel",
    Door("F", "distance", far=RANGE_1),
    lambda table, unit: 1 + prints(table.units[unit], "armor"),
)


# Priority and losses ---------------------------------------------------------------------------------------


# Priority gained this round.
counts("activations", "on-the-run")(lambda table, moment: int(table.priority == table.seat_of(moment.side)))


@counts("activations", "the-long-game")
def _long_game(table: Table, moment: Moment) -> int:
    """Priority gained by the opponent this round."""
    return int(table.priority == table.seat_of(against(moment.side)))


def defeated_count(table: Table, side: Side) -> int:
    """How many units of a side are defeated."""
    seat = table.seat_of(side)
    return sum(unit.gone == "defeated" for unit in table.units.values() if unit.seat == seat)


@effect("end-end", "against-all-odds")
def _odds(table: Table, moment: Moment) -> Outcome:
    """A token at the end of a round in which the opponent has lost more units so far. The command cards are
    discarded by then: one that rewards tokens of the round is asked once more."""
    if defeated_count(table, against(moment.side)) <= defeated_count(table, moment.side):
        return Outcome()
    late = Effects(hook="late-token")
    return Outcome(add_tokens(table, "against-all-odds", moment.side), (late,))


# Panic -----------------------------------------------------------------------------------------------------


@card("keep-them-in-line", panic=True).at("suppressed")
def _ask_who_caused_panic(table: Table, moment: Moment) -> Outcome:
    """An enemy unit panics: whether one of one's own made it is asked, once for each panic."""
    unit = _enemy_fell(table, moment)
    if unit is None or PANIC_ASKED.count(table, moment.unit) or not panicked(table, unit):
        return Outcome()
    return Outcome((PANIC_ASKED.add(table, unit.id),), _ask(table, moment, made_panic).then)


made_panic = _token_for_a_yes("made-panic", "keep-them-in-line", NO_PLACE)


@effect("unit-end", "keep-them-in-line")
def _forget_panic(table: Table, moment: Moment) -> Outcome:
    """The panic is over with the unit's activation."""
    return Outcome(PANIC_ASKED.change_to(table, 0, moment.unit))


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
    points = (marker for marker in points_of_interest(table) if secures(table, marker, moment.side))
    return 2 * sum(against(moment.side) in at_token(table, marker) for marker in points)


@counts("end-start", "glorious-charge")
def _charge(table: Table, moment: Moment) -> int:
    """End Phase with the Paragon contesting or holding an objective."""
    held = any(
        marker.holder and table.units[marker.holder].paragon for marker in _held_by(table, moment.side)
    )
    there = (unit for marker in table.lying() for unit in contesting(table, marker, moment.side))
    return int(held or any(unit.paragon for unit in there))


def _held_by(table: Table, side: Side) -> Iterable[Marker]:
    seat = table.seat_of(side)
    return (marker for marker in table.lying() if marker.holder and table.units[marker.holder].seat == seat)


# Chosen units ----------------------------------------------------------------------------------------------


@effect("setup", "daring-defense")
def _defender(table: Table, moment: Moment) -> Outcome:
    """An own unit is chosen."""
    return Outcome(then=(choose(table, moment.side, choose_defender, 1),))


@effect("setup", "protect-your-allies")
def _protected(table: Table, moment: Moment) -> Outcome:
    """The player chooses one own unit, the opponent two more; none of them the Paragon."""
    able = tuple(id for id in units_of(table, moment.side) if not table.units[id].paragon)
    return Outcome(then=(choose(table, moment.side, protect_ally, 1, able),))


def _keep_chosen(answer: Answered[Nothing], agenda: str) -> tuple[Event, ...]:
    return tuple(CHOSEN.add(answer.table, agenda, unit) for unit in answer.chosen)


@choice("daring-defense", told=True, door=NO_PLACE)
def choose_defender(answer: Answered[Nothing]) -> Outcome:
    """It is kept by name."""
    return Outcome(_keep_chosen(answer, "daring-defense"))


@choice("protect-your-allies", told=True, door=NO_PLACE)
def protect_ally(answer: Answered[Nothing]) -> Outcome:
    """It is kept by name, and the opponent chooses two more."""
    table, left = answer.table, tuple(id for id in answer.step.options if id not in answer.chosen)
    step = choose(table, answer.side, protect_others, 2, left)
    theirs = replace(step, seat=table.seat_of(against(answer.side)))
    return Outcome(_keep_chosen(answer, "protect-your-allies"), (theirs,) if left else ())


@choice("protect-others", told=True, door=NO_PLACE)
def protect_others(answer: Answered[Nothing]) -> Outcome:
    """They are kept by name."""
    return Outcome(_keep_chosen(answer, "protect-your-allies"))


@effect("unit-end", "daring-defense")
def _takes_post(table: Table, moment: Moment) -> Outcome:
    """The first time the chosen unit ends its activation at a point of interest: which?"""
    chosen = CHOSEN.count(table, "daring-defense", moment.unit) and table.units[moment.unit].deployed
    points = tuple(marker.id for marker in points_of_interest(table))
    if not chosen or marked_point(table, moment.side) or not points:
        return Outcome()
    seat = table.seat_of(moment.side)
    return Outcome(then=(take_post.ask(seat, Among(points, 0), moment.unit),))


@choice("defended-point", told=True, door=Door("F", "control", far=HALF_RANGE))
def take_post(answer: Answered[Nothing]) -> Outcome:
    """A token, and the point is marked."""
    return Outcome.of(
        event
        for point in answer.chosen
        for event in (
            DEFENDED.add(answer.table, answer.side, point),
            *add_tokens(answer.table, "daring-defense", answer.side),
        )
    )


def marked_point(table: Table, side: Side) -> Marker | None:
    """The point that Daring Defense marked; it stays marked when it is gone."""
    return next((marker for marker in table.markers.values() if DEFENDED.count(table, side, marker.id)), None)


def defends(table: Table, side: Side) -> bool:
    """Whether the chosen unit contests the marked point."""
    point = marked_point(table, side)
    there = contesting(table, point, side) if point and not point.gone else ()
    return any(CHOSEN.count(table, "daring-defense", unit.id) for unit in there)


# Each End Phase at the marked point.
counts("end-start", "daring-defense")(lambda table, moment: int(defends(table, moment.side)))
