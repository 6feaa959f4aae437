"""The golden attacks as questions: the words of the oracle, told in those of the engine."""

import json
from pathlib import Path

from muster.rules.dice.questions import Attack, Defence, Guardian, Question

GOLDEN = json.loads(Path(__file__).parents[2].joinpath("golden", "attacks.json").read_text("utf-8"))
COVERS = ("none", "light", "heavy")
ATTACK_WORDS = {"jarkai_dodges": "jarkai"}
DEFENCE_WORDS = {"dodges": "dodge", "outmaneuver": "agile"}


def question(row):
    """One row, asked of the engine. Upgraded dice are worked out before a question is asked."""
    attack, defence = dict(row["attack"]), dict(row["defence"])
    suppression = defence.pop("suppression", 0)
    if "danger_sense" in defence:
        defence["danger_sense"] = min(defence["danger_sense"], suppression)
    if "cover" in defence:
        defence["cover"] = COVERS[defence["cover"]]
    if defence.pop("cover_die", "white") == "red":
        defence["dug_in"] = True
    guardian = dict(row.get("guardian") or {})
    guardian.pop("impervious", None)
    if guardian.get("takes"):
        defence["guardians"] = (Guardian(**guardian),)
    return Question(
        Attack(**{ATTACK_WORDS.get(word, word): value for word, value in attack.items()}),
        Defence(**{DEFENCE_WORDS.get(word, word): value for word, value in defence.items()}),
    )
