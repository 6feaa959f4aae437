"""An army with its cards looked up, as every check reads it.

Read `muster.rules.armies.lineup.lineup` first. Its lines hold a `muster.rules.armies.lineup.loadout`, worked
out by `muster.rules.armies.lineup.outfitting` within the `muster.rules.armies.lineup.frame` that armies of
one battle force and date share; `muster.rules.armies.lineup.slots` (upgrades into slots) is the hardest.
"""
