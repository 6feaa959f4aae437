"""Special Operations: a mode of its own, with squads, covert units and attacks that are played out.

Read `muster.rules.game.special_operations.mode` first (where it differs from the core rules), then
`muster.rules.game.special_operations.setup`, `muster.rules.game.special_operations.activation` and
`muster.rules.game.special_operations.actions`. `muster.rules.game.special_operations.deciding` is how cards
and missions ask for choices and dice; `muster.rules.game.special_operations.moving` and
`muster.rules.game.special_operations.panic` are the only doors for their subjects.
`muster.rules.game.special_operations.play` loads all that registers itself.
"""
