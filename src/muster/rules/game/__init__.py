"""A game at the table: Recon, standard games, Turning Points and Special Operations in one engine.

Read `muster.rules.game.table` first (a game as it stands and who knows what), then
`muster.rules.game.kernel` (a stack of steps, and how one is settled) and `muster.rules.game.answers` (what
a seat can send). `muster.rules.game.game` loads everything and plays; `muster.rules.game.modes` and
`muster.rules.game.hooks` are where modes and cards have their say, `muster.rules.game.measuring` the one
door for what needs eyes, and `muster.rules.game.registries` lists the tables that fill themselves.
docs/reference/games.md tells it in prose.
"""
