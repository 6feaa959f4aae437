"""What a side brings to a game and takes home from it.

Read `muster.rules.game.sides.forces` first (an army, unit by unit); `muster.rules.game.sides.veterans` adds
what a campaign's dossiers carry. `muster.rules.game.sides.handover` and `muster.rules.game.sides.results`
are what goes back.
"""
