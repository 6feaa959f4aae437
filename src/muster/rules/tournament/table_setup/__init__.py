"""Before a game: setup at a tournament table, its terrain, its components.

Read `muster.rules.tournament.table_setup.setup` first (step by step, who acts now and what may be chosen);
`muster.rules.tournament.table_setup.setup_events` is its log.
"""
