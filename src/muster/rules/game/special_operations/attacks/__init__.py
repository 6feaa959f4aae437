"""Attacks of Special Operations, from the sheet to the last die.

Read `muster.rules.game.special_operations.attacks.attack` first (the stages of one), then
`muster.rules.game.special_operations.attacks.sheet` (declaring it) and
`muster.rules.game.special_operations.attacks.defending`.
`muster.rules.game.special_operations.attacks.as_odds` turns the same attack into a question about odds.
"""
