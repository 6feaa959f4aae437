"""What dice will bring in Special Operations, exactly and beforehand.

Read `muster.rules.game.special_operations.odds.foreseen` first (an attack), then
`muster.rules.game.special_operations.odds.foreseeing` (every other answer that leads to a roll).
"""
