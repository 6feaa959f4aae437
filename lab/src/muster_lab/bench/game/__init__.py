"""`muster-lab bench game`: what an act and its frame cost late in a long game.

Read `muster_lab.bench.game.game` first; `muster_lab.bench.game.long_game` makes the game it measures, and
`muster_lab.bench.game.operation` is the same for Special Operations.
"""
