"""What comes of an attack from where it stands, both sides playing their best: exact odds."""

from collections import defaultdict

from muster.rules.dice.answers import Odds
from muster.rules.game.attacks.volley import Standing, Volley, standing


def odds_from(now: Standing) -> Odds:
    """The wounds that follow, with their chances."""
    states = {now.state: 1}
    for _, after in now.course.play(states, now.place):
        states = after
    weights: defaultdict[int, int] = defaultdict(int)
    for outcome, ways in now.course.outcomes(states).items():
        weights[outcome.wounds] += ways
    table = tuple(weights.get(number, 0) for number in range(max(weights, default=0) + 1))
    return Odds(table, sum(table), (), now.course.sides.defence.to_defeat)


def odds_now(volley: Volley, before: str) -> Odds:
    """The odds before a step, if no more dice are rolled again."""
    return odds_from(standing(volley, before))
