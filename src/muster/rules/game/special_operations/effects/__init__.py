"""What abilities, loadouts and command cards do at a moment: one small function each.

Read `muster.rules.game.special_operations.effects.helping` first (what they share), then
`muster.rules.game.special_operations.effects.abilities`. Command cards are in a module per faction,
`muster.rules.game.special_operations.effects.rebels` and so on; their numbers are data
(`muster.rules.game.special_operations.squads.cards`).
"""
