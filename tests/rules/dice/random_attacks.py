"""Made-up attacks by seed, in the oracle's words: a pool, and keywords of both sides thrown together."""

from itertools import combinations
from random import Random

ATTACKS = {
    "surge": ["hit", "critical"], "critical": [1, 2], "surges": [1], "impact": [1, 2], "pierce": [1, 2],
    "sharpshooter": [1], "ram": [1, 2], "blast": [True], "high_velocity": [True], "primitive": [True],
    "ion": [1, 2], "fatigue": [1], "immune_deflect": [True], "sniper": [True], "jarkai_dodges": [1],
    "makashi": [True],
}  # fmt: skip
WITH_TOKENS = {
    "aims": [1, 2], "precise": [1], "observation": [1], "marksman": [True], "lethal": [1], "duelist": [True],
}  # fmt: skip
DEFENCES = {
    "surge": [True], "cover": [1, 2], "dodges": [1, 2], "outmaneuver": [True], "low_profile": [True],
    "cover_die": ["red"], "backup": [True], "armour": [1, 2, "all"], "shields": [1, 2], "surges": [1],
    "danger_sense": [1], "uncanny_luck": [1, 2], "impervious": [True], "immune_pierce": [True],
    "immune_melee_pierce": [True], "immune_blast": [True], "block": [True], "duelist": [True],
    "soresu": [True], "deflect": [True], "shien": [True], "djem_so": [True], "extra_white": [1],
    "left": [1, 2, 3], "in_sight": [1, 2], "unconcerned": [True],
}  # fmt: skip
NEEDS = {
    ("attack", "marksman"): ("aims", 1), ("attack", "lethal"): ("aims", 1),
    ("attack", "precise"): ("aims", 1), ("attack", "duelist"): ("aims", 1),
    ("attack", "makashi"): ("pierce", 1),
    ("defence", "outmaneuver"): ("dodges", 1), ("defence", "block"): ("dodges", 1),
    ("defence", "duelist"): ("dodges", 1), ("defence", "low_profile"): ("cover", 1),
    ("defence", "cover_die"): ("cover", 1), ("defence", "immune_blast"): ("cover", 1),
    ("defence", "danger_sense"): ("suppression", 1), ("defence", "shien"): ("deflect", True),
}  # fmt: skip
"""What a keyword does nothing without."""
KINDS = ["ranged"] * 6 + ["melee"] * 3 + ["overrun"]
RANGED = {
    "sharpshooter", "blast", "ion", "sniper", "cover", "low_profile", "cover_die", "backup", "shields",
    "immune_blast", "soresu", "deflect", "immune_deflect", "shien", "in_sight", "unconcerned",
}  # fmt: skip
MELEE = {"jarkai_dodges", "makashi", "immune_melee_pierce", "djem_so", "duelist"}
"""Keywords that do something in one kind of attack alone."""


def known_keywords(tokens):
    """Every keyword of either side with its values; those about rerolls only with `tokens`."""
    known = {("attack", word): values for word, values in ATTACKS.items()}
    known |= {("attack", word): values for word, values in WITH_TOKENS.items() if tokens}
    return known | {("defence", word): values for word, values in DEFENCES.items()}


def keyword_pairs(tokens):
    """Every pair of keywords; with `tokens` those in which one is about rerolls."""
    for pair in combinations(sorted(known_keywords(tokens)), 2):
        if not tokens or any(word in WITH_TOKENS for side, word in pair if side == "attack"):
            yield pair


def row(seed, most_dice, keywords, tokens):
    """An attack with at most so many dice and so many keywords of either side; rerolls only with `tokens`."""
    chance = Random(seed)
    kind = chance.choice(KINDS)
    return _row(chance, (1, most_dice), chance.sample(sorted(known_keywords(tokens)), keywords), tokens, kind)


def pair_row(pair, most_dice, tokens, seed=0):
    """An attack with these two keywords, of a kind in which they work where there is one."""
    chance = Random(f"{seed} {pair}")
    words = {word for _, word in pair}
    kinds = ["ranged"] * bool(words & RANGED) + ["melee"] * bool(words & MELEE)
    return _row(chance, (1, most_dice), pair, tokens, chance.choice(kinds or KINDS))


def large_row(seed, dice=(5, 8)):
    """An attack of more dice, with Aims and surges that count: where near best may differ from the best."""
    chance = Random(f"large {seed}")
    keywords = [("attack", chance.choice(["critical", "surges"])), ("attack", "aims")]
    unlike = ("ram", "soresu", "uncanny_luck")  # slow, or never near best
    words = [word for word in sorted(known_keywords(True)) if word[1] not in unlike]
    keywords += chance.sample(words, 2)
    made = _row(chance, dice, keywords, True, "ranged")
    made.pop("guardian", None)
    return made


def _row(chance, dice, keywords, tokens, kind):
    number = chance.randint(*dice)
    pool = [chance.choice(["red", "black", "white"]) for _ in range(number)]
    attack = {colour: pool.count(colour) for colour in ("red", "black", "white")} | {"kind": kind}
    defence = {"die": chance.choice(["red", "white"])}
    known = known_keywords(tokens)
    for side, word in keywords:
        into = attack if side == "attack" else defence
        into[word] = chance.choice(known[side, word])
        if need := NEEDS.get((side, word)):
            into.setdefault(*need)
    if tokens and not attack.get("aims") and not attack.get("observation"):
        attack["aims"] = 1
    made = {"attack": attack, "defence": defence}
    if kind == "ranged" and chance.random() < 0.2:
        made["guardian"] = {
            "die": chance.choice(["red", "white"]), "takes": chance.randint(1, 2),
            "surge": chance.random() < 0.5, "deflect": chance.random() < 0.3,
            "immune_pierce": chance.random() < 0.3, "criticals": chance.random() < 0.3,
        }  # fmt: skip
    return made
