"""`muster-lab bench attacks`: what attacks between legal units cost, as multiples of one median odds
question."""

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

import click
from msgspec.structs import replace

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.attack.book import Situation, book_of, rows_of
from muster.rules.attack.facts import Facts, asked_of
from muster.rules.attack.question import question_of
from muster.rules.attack.sides import Side
from muster.rules.attack.sides import Tokens as SideTokens
from muster.rules.attack.targets import attack_at_band, targets_of
from muster.rules.attack.typical import typical_armies
from muster.rules.cards.catalogue import catalogue
from muster.rules.dice import odds
from muster.rules.dice.faces import ATTACK_DICE, SIDES
from muster.rules.dice.questions import Question
from muster.rules.dice.standard.advice import advise
from muster.rules.game.answers import AnyInput, BeginAttack, Tokens
from muster.rules.game.game import handle, legal, open_step
from muster.rules.game.replaying.arena import Seeded, after_act
from muster.rules.game.sides.forces import force_of
from muster.rules.game.steps import UnitActs
from muster.rules.game.steps.attacks import AttackStep
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import GREEN, SEATS, Chair, Game, Seat, Table, view
from muster_lab.bench.timing import print_figures

CHANCE = Seeded("bench attacks")
RUNS = 5
ADVISED = 1000
SEED = 29
ROWS = 13
"""How many different units each army of the book has."""


def sides(key: str, **tokens: int) -> list[Side]:
    """The units of a typical army."""
    cards = catalogue()
    rows = rows_of(typical_armies()[key], cards)
    return [Side(line=row.line, catalogue=cards, tokens=SideTokens(**tokens)) for row in rows]


def all_units(key: str) -> list[Side]:
    """The same with units that are alike as often as they are there, as in a game."""
    cards = catalogue()
    rows = rows_of(typical_armies()[key], cards)
    return [Side(line=row.line, catalogue=cards) for row in rows for _ in range(row.number)]


Work = Callable[[], object]


def cpu_seconds(work: Work, runs: int = RUNS) -> float:
    """The median CPU seconds, with caches cleared before each run."""
    times = []
    for _ in range(runs):
        odds.forget()
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times)


def questions() -> list[Question]:
    """One odds question for each pairing of units in two typical armies, at every other range."""
    found = []
    for attacker in sides("typical-empire"):
        for target in sides("typical-rebels"):
            for band in (0, 2, 4):
                at = attack_at_band(attacker, target, band)
                found += [at.question] if at else []
    return list(dict.fromkeys(found))


def time_advice(number: int) -> list[float]:
    """CPU seconds to advise on dice that are already rolled, for legal units with 1 or 2 Aims, by seed."""
    chance = Random(SEED)  # noqa: S311 -- a sample, not a roll
    times: list[float] = []
    keys = sorted(typical_armies())
    attackers = [side for key in keys for side in sides(key)]
    while len(times) < number:
        attacker, target = chance.choice(attackers), chance.choice(attackers)
        aims, cover = chance.choice((1, 1, 2)), chance.choice((0, 1, 2))
        armed = Side(line=attacker.line, catalogue=attacker.catalogue, tokens=SideTokens(aims=aims))
        found = attack_at_band(armed, target, chance.choice((0, 1, 2, 3)), Facts(cover=cover), odds.answer)
        if found is None:
            continue
        pool = zip(ATTACK_DICE, found.question.attack.pool, strict=True)
        lying = [(die, chance.choice(SIDES[die])) for die, count in pool for _ in range(count)]
        start = process_time()
        advise(found.question, lying)
        times.append(process_time() - start)
    return times


class Acts(NamedTuple):
    """CPU seconds of acts in a game: those of attacks, and plain ones."""

    volley: list[float]
    plain: list[float]


def time_acts(first: str, second: str) -> Acts:
    """Each unit of one army attacks the first of the other that it can, answer by answer as is proposed, and
    gains an Aim before: every act with its new state, nothing kept from the act before."""
    forces = [force_of(seat, typical_armies()[key], catalogue())
              for seat, key in zip(SEATS, (first, second), strict=True)]  # fmt: skip
    units = {unit.id: replace(unit, deployed=True) for force in forces for unit in force.units}
    table = Table(
        mode="standard", phase="activation", round=1, blue="one", units=units, acting="one.1",
        chairs={"one": Chair(name="Ann"), "two": Chair(name="Bob")},
        todo=(UnitActs(id="r1.one.1.acts", seat="one", unit="one.1"),),
    )  # fmt: skip
    found = Acts([], [])
    for number in range(1, len(forces[0].units) + 1):
        game, unit = Game(table=table), f"one.{number}"
        game = _time_act(game, "one", Tokens(unit=unit, token=GREEN[0]), found.plain)
        game = _time_act(game, "one", BeginAttack(unit=unit), found.volley)
        while isinstance(game.table.todo[-1], AttackStep | Choose):
            seat = next(seat for seat in SEATS if open_step(view(game, seat)))
            game = _time_act(game, seat, next(iter(legal(view(game, seat)))), found.volley)
    return found


def _time_act(game: Game, seat: Seat, said: AnyInput, times: list[float]) -> Game:
    odds.forget()
    start = process_time()
    events = handle(game, seat, said, CHANCE)
    after = after_act(game, events)
    times.append(process_time() - start)
    return after


def pair_sheet(attacker: Side, target: Side) -> None:
    """Everything that a sheet for two units shows: the preset pool, its questions, the modifiers and the
    odds."""
    found = attack_at_band(attacker, target, 2)
    if found:
        asked_of(attacker, target, tuple(used.weapon for used in found.pool), found.facts.kind)
        question_of(attacker, target, found.pool, found.facts)


def measure(number: int) -> dict[str, float]:
    """The milliseconds of one question, and everything else as a multiple of it."""
    asked = questions()
    each = [cpu_seconds(partial(odds.answer, question), 3) for question in asked]
    middle = median(each)
    mine, theirs = sides("typical-empire", aims=1), sides("typical-rebels")
    pairs = [cpu_seconds(partial(pair_sheet, attacker, target), 3) for attacker in mine for target in theirs]
    enemies = all_units("typical-shadow-collective")
    lists = [cpu_seconds(partial(targets_of, attacker, enemies), 3) for attacker in mine]
    unlike = [side for key in ("typical-rebels", "typical-republic") for side in sides(key)][:ROWS]
    all_unlike = [cpu_seconds(partial(targets_of, attacker, unlike), 3) for attacker in mine]
    advice = sorted(time_advice(number))
    acts = time_acts("typical-empire", "typical-rebels")
    volley = sorted(acts.volley)
    first = army_of_rows("typical-empire", "typical-blizzard-force", "typical-separatists")
    second = army_of_rows("typical-rebels", "typical-republic", "typical-shadow-collective")
    book = cpu_seconds(lambda: book_of(first, second, catalogue(), Situation()), 3)
    return {
        "median question, CPU ms": middle * 1000,
        "questions": len(asked),
        "pair sheet, median × (goal 40)": median(pairs) / middle,
        f"list of the {len(enemies)} units of an army, with an Aim, median × (goal 60)": median(lists)
        / middle,
        f"list of {len(unlike)} units all unlike, with an Aim, median × (goal 60)": median(all_unlike)
        / middle,
        "advice, p95 × (goal 150)": advice[int(len(advice) * 0.95)] / middle,
        "advice, most ×": advice[-1] / middle,
        "plain act in a game, median ×": median(acts.plain) / middle,
        "act of an attack in a game, median × (goal 40)": median(volley) / middle,
        "act of an attack in a game, p95 ×": volley[int(len(volley) * 0.95)] / middle,
        "acts of attacks": len(volley),
        f"book of {ROWS} × {ROWS} units, one situation × (goal 1,500)": book / middle,
    }


def army_of_rows(*keys: str) -> Army:
    """As many different units as the largest army has, from several typical ones: a book of the goal's
    size."""
    cards = catalogue()
    units: tuple[ArmyUnit, ...] = ()
    for unit in (unit for key in keys for unit in typical_armies()[key].units):
        more = Army(
            faction="empire",
            points_date=cards.edition,
            units=(*units, replace(unit, key=f"u{len(units)}", count=1)),
        )
        if len(rows_of(more, cards)) <= ROWS:
            units = more.units
    return Army(faction="empire", points_date=cards.edition, units=units)


@click.command()
@click.option("--advised", "number", type=click.IntRange(1, 10_000), default=ADVISED, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def command(number: int, as_json: bool) -> None:
    """Pair sheet, target list, advice and battle book as multiples of one median odds question."""
    print_figures(measure(number), as_json)
