"""Before a game: setup at a tournament table, its terrain, its components.

Read `muster.rules.game.preparing.setup` first (step by step, who acts now and what may be chosen);
`muster.rules.game.preparing.setup_events` is its log.
"""
