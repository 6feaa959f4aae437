"""`muster-lab bench odds`: how long exact odds take, and how long plain enumeration would."""

from collections import Counter
from itertools import product

import click

from muster.rules.dice import odds as exact
from muster.rules.dice.faces import SIDES, Die, Face
from muster.rules.dice.questions import Attack, Defence, Question
from muster_lab.bench.timing import print_medians, time_calls

RUNS = 9
SMALL = Question(Attack(black=4), Defence())

QUESTIONS = {
    "12 black, 2 aims": Question(Attack(black=12, aims=2), Defence()),
    "12 mixed, 2 aims": Question(Attack(red=4, black=4, white=4, aims=2), Defence(cover="heavy")),
    "12 mixed, 2 aims, surge to hit, pierce": Question(
        Attack(red=4, black=4, white=4, aims=2, surge="hit", pierce=2), Defence(cover="light", dodge=1)
    ),
    "12 mixed, 2 aims, impact on armour": Question(
        Attack(red=4, black=4, white=4, aims=2, impact=2), Defence(armour=3)
    ),
    "12 of two colours, 2 aims, critical, impact on armour": Question(
        Attack(red=6, black=6, aims=2, surge="hit", critical=2, impact=2), Defence(armour="all")
    ),
    "12 mixed, 2 aims, critical": Question(Attack(red=4, black=4, white=4, aims=2, critical=2), Defence()),
    "12 mixed, 2 aims, critical, impact on armour": Question(
        Attack(red=4, black=4, white=4, aims=2, critical=2, impact=2), Defence(armour=3)
    ),
}


def milliseconds(question: Question) -> float:
    """The median time of one question, with the cache cleared before each run."""
    return time_calls(lambda: exact.answer(question), RUNS, prepare=exact.forget)[0]


def enumerate_faces() -> Counter[int]:
    """The small question by brute force: every face of every die."""
    wounds: Counter[int] = Counter()
    striking = (Face.HIT, Face.CRITICAL)
    for attack in product(SIDES[Die.ATTACK_BLACK], repeat=SMALL.attack.black):
        strikes = sum(face in striking for face in attack)
        scale = 6 ** (SMALL.attack.black - strikes)
        for defence in product(SIDES[Die.DEFENCE_RED], repeat=strikes):
            wounds[strikes - defence.count(Face.BLOCK)] += scale
    return wounds


def measure() -> dict[str, float]:
    """Milliseconds by question, and the brute-force time next to the same small question."""
    times = {name: milliseconds(question) for name, question in QUESTIONS.items()}
    times["4 black, plain enumeration"] = time_calls(enumerate_faces, 1)[0]
    times["4 black"] = milliseconds(SMALL)
    plain = enumerate_faces()
    mean = sum(n * weight for n, weight in plain.items()) / plain.total()
    if mean != exact.answer(SMALL).mean:
        raise click.ClickException("plain enumeration and exact odds disagree")
    return times


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print milliseconds as JSON.")
def command(as_json: bool) -> None:
    """Median times of exact odds."""
    times = measure()
    ratio = times["4 black, plain enumeration"] / times["4 black"]
    print_medians(times, RUNS, as_json, ratio=ratio)
    if not as_json:
        click.echo(f"exact odds of 4 black dice are {ratio:,.0f} times as fast as plain enumeration")
