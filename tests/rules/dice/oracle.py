"""Brute force: every die by itself, every face, every step, in the plainest way.

Written from the rules alone and sharing nothing with the code it judges: the faces are written out again by
hand. Slow on purpose; for pools of a few dice.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from msgspec.structs import replace

ATTACK = {
    "red": ["crit", "surge", "blank", "hit", "hit", "hit", "hit", "hit"],
    "black": ["crit", "surge", "hit", "hit", "hit", "blank", "blank", "blank"],
    "white": ["crit", "surge", "hit", "blank", "blank", "blank", "blank", "blank"],
}
DEFENCE = {
    "red": ["block", "block", "block", "surge", "blank", "blank"],
    "white": ["block", "surge", "blank", "blank", "blank", "blank"],
}
NUMBER_OF_COVER = {"none": 0, "light": 1, "heavy": 2}


def wounds(attack, defence):
    """Chance of each number of wounds, as a dict; a suppressed attacker loses the die that hurts most."""
    dice = ["red"] * attack.red + ["black"] * attack.black + ["white"] * attack.white
    if not attack.suppressed or defence.mode == "standard":
        return best_spent(dice, attack, defence)
    pools = [dice[:i] + dice[i + 1 :] for i in range(len(dice))]
    return min((best_spent(pool, attack, defence) for pool in pools), key=mean)


def best_spent(dice, attack, defence):
    """Aims that may be spent in several ways are spent in the one with the highest mean, rerolls first."""
    ways = [
        wounds_of(dice, replace(attack, aims=rerolls, pierce=attack.pierce + lethal), defence, marksman)
        for rerolls in reversed(range(attack.aims + 1))
        for lethal in range(attack.lethal + 1)
        if (marksman := attack.aims - rerolls - lethal) >= 0 and (attack.marksman or not marksman)
    ]
    return max(ways, key=mean)


def mean(chances):
    return sum(lost * chance for lost, chance in chances.items())


def wounds_of(dice, attack, defence, marksman=0):
    """Ways are counted in whole numbers: of each, an eighth shows a side of a die that is rolled."""
    rerolls = [1] * attack.observation + [2 + attack.precise] * attack.aims
    whole = 8 ** (len(dice) * (1 + len(rerolls)))
    rolls = first_roll(dice, whole)
    for number in rerolls:
        rolls = reroll_all(dice, rolls, number, attack, defence)
    results = Counter()
    for faces, ways in rolls.items():
        results[convert(Counter(faces), attack)] += Fraction(ways, whole)
    total = Counter()
    for result, chance in results.items():
        outcomes = [
            outcome(*better, len(dice), attack, defence) for better in raised(*result, len(dice), marksman)
        ]
        for lost, share in max(outcomes, key=mean).items():
            total[lost] += chance * share
    return {lost: chance for lost, chance in total.items() if chance}


def raised(crits, hits, dice, steps):
    """Marksman, step by step: a blank to a Hit, a Hit to a Critical, or none. Most results first."""
    rolls = {(crits, hits)}
    for _ in range(steps):
        rolls |= {(c, h + 1) for c, h in rolls if c + h < dice} | {(c + 1, h - 1) for c, h in rolls if h}
    return sorted(rolls, key=lambda roll: (-sum(roll), roll))


@cache
def outcome(crits, hits, dice, attack, defence):
    """The chance of each number of wounds from this attack roll on."""
    blanks = dice - crits - hits
    total = Counter()
    for left, share in cover(hits, attack, defence).items():
        backed = max(0, left - 2) if defence.backup else left
        number = sum(modify(*ram(*dodge(crits, backed, attack, defence), blanks, attack), attack, defence))
        for lost, part in defend(max(0, number - defence.shields), attack, defence).items():
            total[lost] += share * part
    return total


def ram(crits, hits, blanks, attack):
    for _ in range(attack.ram):
        if blanks:
            crits, blanks = crits + 1, blanks - 1
        elif hits:
            crits, hits = crits + 1, hits - 1
    return crits, hits


def first_roll(dice, whole):
    rolls = {(): whole}
    for die in dice:
        longer = Counter()
        for faces, ways in rolls.items():
            for face in ATTACK[die]:
                longer[(*faces, face)] += ways // 8
        rolls = longer
    return rolls


def convert(count, attack):
    surges = count["surge"]
    to_crit = min(surges, attack.critical)
    rest = surges - to_crit
    crits = count["crit"] + to_crit + (rest if attack.surge == "critical" else 0)
    tokens = min(rest, attack.surges) if attack.surge == "none" else 0
    return crits, count["hit"] + (rest if attack.surge == "hit" else 0) + tokens


def dodge(crits, hits, attack, defence):
    for _ in range(0 if attack.high_velocity else defence.dodge):
        if defence.agile and crits:
            crits -= 1
        elif hits:
            hits -= 1
    return crits, max(0, hits - defence.camouflage)


def modify(crits, hits, attack, defence):
    if defence.armour == 0:
        return crits, hits
    for _ in range(attack.impact):
        if hits:
            crits, hits = crits + 1, hits - 1
    return crits, 0 if defence.armour == "all" else max(0, hits - defence.armour)


def kept_after_dodge(crits, hits, attack, defence):
    if defence.backup:
        hits = max(0, hits - 2)
    return sum(modify(*dodge(crits, hits, attack, defence), attack, defence))


def reroll_all(dice, rolls, number, attack, defence):
    after = Counter()
    for faces, ways in rolls.items():
        chosen = reroll(dice, faces, number, attack, defence)
        partly = {faces: ways}
        for index in chosen:
            partly = rolled_again(partly, index, ATTACK[dice[index]])
        for new, share in partly.items():
            after[new] += share
    return after


def rolled_again(rolls, index, sides):
    after = Counter()
    for faces, ways in rolls.items():
        for face in sides:
            after[(*faces[:index], face, *faces[index + 1 :])] += ways // 8
    return after


def reroll(dice, faces, number, attack, defence):
    """Walk the dice from strong to weak and pick up each one whose loss would change nothing."""
    chosen = []
    colours, kinds = ["red", "black", "white"], ["blank", "surge", "hit", "crit"]
    order = sorted(range(len(dice)), key=lambda i: (colours.index(dice[i]), kinds.index(faces[i])))
    held = Counter(faces)
    for index in order:
        if len(chosen) < number and useless(faces[index], held, attack, defence):
            chosen.append(index)
            held[faces[index]] -= 1
    return chosen


def useless(face, held, attack, defence):
    if face == "blank":
        return True
    without = held - Counter([face])
    if face == "surge" and attack.surge == "none" and attack.surges:  # what a token turns is kept
        return convert(held, attack) == convert(without, attack)
    attack = replace(attack, surges=0)
    crits, hits = convert(held, attack)
    fewer_crits, fewer_hits = convert(without, attack)
    if defence.armour == 0:
        return (crits, hits) == (fewer_crits, fewer_hits)
    if crits != fewer_crits:
        return False
    if hits == fewer_hits:
        return True
    return kept_after_dodge(0, hits, attack, defence) == kept_after_dodge(0, fewer_hits, attack, defence)


def cover(hits, attack, defence):
    value = max(0, NUMBER_OF_COVER[defence.cover] - attack.sharpshooter)
    if defence.mode == "special-operations" or value == 0 or attack.blast or not hits:
        return {hits: Fraction(1)}
    cancels = {"block"} if value == 1 else {"block", "surge"}
    sure = 1 if defence.low_profile else 0
    left = Counter()
    for faces in product(DEFENCE["red" if defence.dug_in else "white"], repeat=hits - sure):
        left[hits - sure - sum(face in cancels for face in faces)] += 1
    return {number: Fraction(ways, 6 ** (hits - sure)) for number, ways in left.items()}


def defend(number, attack, defence):
    lost = Counter()
    pierce = max(0, attack.pierce - 1) if defence.impervious else attack.pierce
    for faces, chance in saves(number, attack, defence).items():
        blocks = faces.count("block") + min(faces.count("surge"), changing(faces, attack, defence))
        lost[number - min(number, max(0, blocks - pierce))] += chance
    return lost


def saves(number, attack, defence):
    """Every roll of the defence dice, with its chance, after Uncanny Luck."""
    dice = number + defence.danger_sense if number else 0
    rolls = Counter()
    for faces, chance in fallen(defence.die, dice).items():
        surges = min(faces.count("surge"), changing(faces, attack, defence))
        kept = ["block"] * faces.count("block") + ["surge"] * surges
        again = min(defence.uncanny_luck, dice - len(kept))
        rest = ["blank"] * (dice - len(kept) - again)
        for new, share in fallen(defence.die, again).items():
            rolls[tuple(sorted((*kept, *rest, *new)))] += chance * share
    return rolls


@cache
def fallen(die, number):
    """Every way so many defence dice can fall, in no order."""
    rolls = {(): Fraction(1)}
    for _ in range(number):
        longer = Counter()
        for faces, chance in rolls.items():
            for face in DEFENCE[die]:
                longer[tuple(sorted((*faces, face)))] += chance / 6
        rolls = longer
    return rolls


def changing(faces, attack, defence):
    """How many surges become Blocks."""
    value = max(0, NUMBER_OF_COVER[defence.cover] - attack.sharpshooter)
    if defence.surge or (defence.deflect and not attack.high_velocity):
        return len(faces)
    return defence.surges + (value if defence.mode == "special-operations" else 0)


def deflected(attack, defence, strikes):
    """The chance that one of the dice against so many strikes shows a surge."""
    return sum(chance for faces, chance in saves(strikes, attack, defence).items() if "surge" in faces)
