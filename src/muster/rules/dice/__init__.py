"""Dice: their faces, a roll as a value, its evidence, and exact odds. Nothing here draws randomness.

Read `muster.rules.dice.faces` first, then `muster.rules.dice.questions` (one attack against one defence)
and `muster.rules.dice.odds`, which answers with an exact distribution. Attacks of the standard game are
weighed in `muster.rules.dice.standard`, those of Special Operations in `muster.rules.dice.policy`.
`muster.rules.dice.evidence` leads from entropy to faces and back, as proof. docs/reference/odds.md explains
the method.
"""
