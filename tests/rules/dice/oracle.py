"""Brute force: every die by itself, every face, every step, in the plainest way.

Written from the rules alone and sharing nothing with the code it judges: the faces are written out again by
hand. Slow on purpose; for pools of a few dice.
"""

from collections import Counter, defaultdict
from fractions import Fraction
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
        return wounds_of(dice, attack, defence)
    pools = [dice[:i] + dice[i + 1 :] for i in range(len(dice))]
    return min((wounds_of(pool, attack, defence) for pool in pools), key=mean)


def mean(chances):
    return sum(lost * chance for lost, chance in chances.items())


def wounds_of(dice, attack, defence):
    rolls = first_roll(dice)
    for _ in range(attack.aims):
        rolls = aim(dice, rolls, attack, defence)
    strikes = Counter()
    for faces, chance in rolls.items():
        crits, hits = convert(Counter(faces), attack)
        for left, share in cover(hits, attack, defence).items():
            strikes[sum(modify(*dodge(crits, left, defence), attack, defence))] += chance * share
    total = Counter()
    for number, chance in strikes.items():
        for lost, share in defend(number, attack, defence).items():
            total[lost] += chance * share
    return {lost: chance for lost, chance in total.items() if chance}


def first_roll(dice):
    rolls = {(): Fraction(1)}
    for die in dice:
        longer = defaultdict(Fraction)
        for faces, chance in rolls.items():
            for face in ATTACK[die]:
                longer[(*faces, face)] += chance / 8
        rolls = longer
    return rolls


def convert(count, attack):
    surges = count["surge"]
    to_crit = min(surges, attack.critical)
    rest = surges - to_crit
    crits = count["crit"] + to_crit + (rest if attack.surge == "critical" else 0)
    tokens = min(rest, attack.surges) if attack.surge == "none" else 0
    return crits, count["hit"] + (rest if attack.surge == "hit" else 0) + tokens


def dodge(crits, hits, defence):
    for _ in range(defence.dodge):
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
    return sum(modify(*dodge(crits, hits, defence), attack, defence))


def aim(dice, rolls, attack, defence):
    after = defaultdict(Fraction)
    for faces, chance in rolls.items():
        chosen = reroll(dice, faces, attack, defence)
        partly = {faces: chance}
        for index in chosen:
            partly = rolled_again(partly, index, ATTACK[dice[index]])
        for new, share in partly.items():
            after[new] += share
    return after


def rolled_again(rolls, index, sides):
    after = defaultdict(Fraction)
    for faces, chance in rolls.items():
        for face in sides:
            after[(*faces[:index], face, *faces[index + 1 :])] += chance / 8
    return after


def reroll(dice, faces, attack, defence):
    """Walk the dice from strong to weak and pick up each one whose loss would change nothing."""
    chosen = []
    colours, kinds = ["red", "black", "white"], ["blank", "surge", "hit", "crit"]
    order = sorted(range(len(dice)), key=lambda i: (colours.index(dice[i]), kinds.index(faces[i])))
    held = Counter(faces)
    for index in order:
        if len(chosen) < 2 + attack.precise and useless(faces[index], held, attack, defence):
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
    if defence.mode == "special-operations" or value == 0:
        return {hits: Fraction(1)}
    cancels = {"block"} if value == 1 else {"block", "surge"}
    left = Counter()
    for faces in product(DEFENCE["white"], repeat=hits):
        left[hits - sum(face in cancels for face in faces)] += Fraction(1, 6**hits)
    return left


def defend(number, attack, defence):
    lost = Counter()
    value = max(0, NUMBER_OF_COVER[defence.cover] - attack.sharpshooter)
    dice = number + defence.danger_sense if number else 0
    for faces in product(DEFENCE[defence.die], repeat=dice):
        blocks, surges = faces.count("block"), faces.count("surge")
        if defence.surge:
            blocks += surges
        elif defence.mode == "special-operations":
            blocks += min(surges, value + defence.surges)
        else:
            blocks += min(surges, defence.surges)
        lost[number - min(number, max(0, blocks - attack.pierce))] += Fraction(1, 6**dice)
    return lost
