"""How every game is decided.

Read `muster.rules.game.steps.choices` first (what may be chosen), then
`muster.rules.game.engine.continuations` (what follows an answer, a typed function) and
`muster.rules.game.engine.outcome` (what settling a step needs and brings).
"""
