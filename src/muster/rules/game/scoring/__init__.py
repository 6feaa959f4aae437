"""What missions of Recon and standard games score.

Read `muster.rules.game.scoring.points` and `muster.rules.game.scoring.contesting` first, which every
mission uses, then one mission, such as `muster.rules.game.scoring.recon_objectives`.
`muster.rules.game.scoring.score_only` is the shorter way to keep a game: players report who holds what.
"""
