"""A round by the core rules, phase by phase.

Read `muster.rules.game.phases.core` first (the modes that are played this way), then
`muster.rules.game.phases.setup`, `muster.rules.game.phases.command`, `muster.rules.game.phases.activation`
and `muster.rules.game.phases.ending` in the order of play. `muster.rules.game.phases.changing` is what
players change on unit rows at any time; `muster.rules.game.phases.lobby` is before the game,
`muster.rules.game.phases.correcting` after a round.
"""
