"""Exact odds of an attack: the distribution of wounds as fractions, never simulated."""

from muster.rules.dice.odds import Odds
from muster.rules.dice.odds import odds as of
from muster.rules.dice.questions import Attack, Defence

__all__ = ["Attack", "Defence", "Odds", "of"]
