"""Hold the engine against brute force on made-up attacks. Tests compare a sample; many more by hand:

    python -m tests.rules.dice.compare_attacks --pools 3 --random 1000

compares every pair of keywords on so many pools of up to six dice without rerolls and up to four with them,
then so many attacks with three to five keywords; `--first 1000` makes other ones. With `--near 200` it
compares best play with near best on so many larger pools, which brute force cannot reach.
"""

import argparse
from fractions import Fraction
from time import process_time

from muster.rules.dice.odds import answer, forget
from muster.rules.dice.questions import Question
from muster.rules.dice.standard.best_play import Rerolls
from tests.rules.dice.attack_oracle import solved
from tests.rules.dice.golden_attacks import question
from tests.rules.dice.random_attacks import keyword_pairs, large_row, pair_row, row

BOUND = Fraction(1, 20)
"""How far near best may be below the best (docs/reference/odds.md)."""


def listed(chances):
    shown = [str(chance) for chance in chances or (1,)]
    while shown[-1] == "0":
        shown.pop()
    return shown


def average(chances):
    return sum((number * Fraction(chance) for number, chance in enumerate(chances)), Fraction(0))


def differs(made):
    """Where engine and oracle disagree about an attack; where equally good choices differ, the average alone
    has to agree. A guardian counts for the attacker as much as the target."""
    expected, found = solved(made), answer(question(made))
    unique, guarded = expected["unique"], "guardian_wounds" in expected
    tokens = made["attack"].get("aims") or made["attack"].get("observation")
    wrong = []
    if guarded:
        together = Fraction(expected["mean"]) + average(expected["guardian_wounds"])
        if unique and together != found.mean + average(found.guardian_wounds or (1,)):
            wrong.append("wounds on target and guardian")
    elif str(found.mean) != expected["mean"]:
        wrong.append("mean")
    if unique and not tokens:
        told = {"wounds": found.distribution, "guardian_wounds": found.guardian_wounds}
        if not {"uncanny_luck", "soresu"} & set(made["defence"]):
            told["attacker_wounds"] = found.attacker_wounds
        wrong += [name for name, chances in told.items() if listed(chances) != expected.get(name, ["1"])]
        wrong += ["suppressed"] if str(found.suppressed) != expected["suppressed"] else []
    return wrong


def compare(rows):
    """How many attacks were compared, and those in which engine and oracle disagree."""
    number, wrong = 0, []
    for made in rows:
        number += 1
        if found := differs(made):
            wrong.append((found, made))
    return number, wrong


def played_near(asked: Question):
    """The odds as of a pool that is too large for best play: near best."""
    is_too_large = Rerolls.is_too_large
    Rerolls.is_too_large = lambda _, exact: exact
    forget()
    try:
        return answer(asked)
    finally:
        Rerolls.is_too_large = is_too_large
        forget()


def gaps(rows):
    """How much near best is below the best, for each of these attacks."""
    for made in rows:
        asked = question(made)
        near, best = played_near(asked), answer(asked)
        if best.play == "best":
            yield best.mean - near.mean


def main():
    options = argparse.ArgumentParser(description="Compare the engine with brute force on made-up attacks.")
    options.add_argument("--pools", type=int, default=1, help="pools for each pair of keywords")
    options.add_argument("--random", type=int, default=500, help="attacks with three to five keywords")
    options.add_argument("--near", type=int, default=0, help="larger pools for near best")
    options.add_argument("--first", type=int, default=0, help="first seed, for attacks not compared before")
    given = options.parse_args()
    seeds = range(given.first, given.first + given.random)
    if given.near:
        found = sorted(gaps(map(large_row, range(given.first, given.first + given.near))))
        told = ", ".join(f"{float(found[int(share * (len(found) - 1))]):.4f}" for share in (0, 0.5, 0.95, 1))
        print(f"near best: {len(found)} compared, least, median, p95 and most below best: {told}")
        return int(not 0 <= found[0] <= found[-1] <= BOUND)
    pools = range(given.first, given.first + given.pools)
    sets = {
        "pairs of keywords, up to 6 dice, no rerolls": (
            pair_row(pair, 6, False, seed) for pair in keyword_pairs(False) for seed in pools
        ),
        "pairs of keywords, up to 4 dice, rerolls": (
            pair_row(pair, 4, True, seed) for pair in keyword_pairs(True) for seed in pools
        ),
        "3 to 5 keywords, up to 6 dice, no rerolls": (row(seed, 6, 3 + seed % 3, False) for seed in seeds),
        "3 to 5 keywords, up to 4 dice, rerolls": (row(seed, 4, 3 + seed % 3, True) for seed in seeds),
    }
    failed = False
    for name, rows in sets.items():
        start = process_time()
        number, wrong = compare(rows)
        print(
            f"{name}: {number} compared, {len(wrong)} differ, {process_time() - start:.0f} CPU s", flush=True
        )
        for found, made in wrong[:10]:
            print("  ", found, made, flush=True)
        failed |= bool(wrong)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
