"""A game at the table: Recon, standard games, Turning Points and Special Operations in one engine.

Read `muster.rules.game.table` first (a game as it stands and who knows what), then
`muster.rules.game.kernel` (a stack of steps, and how one is settled) and `muster.rules.game.answers` (what
a seat can send). `muster.rules.game.game` loads everything and plays; `muster.rules.game.modes` and
`muster.rules.game.hooks` are where modes and cards have their say, `muster.rules.game.measuring` the one
door for what needs eyes, and `muster.rules.game.registries` lists the tables that fill themselves.
docs/reference/games.md tells it in prose.

To follow an answer: `web.game.play.forms` reads it, `app.game.playing.playing.speak` hands it to
`kernel.handle`, and from there on each table is looked up by a class, so the class name finds the next place:
`@step_rule(Sheet` settles a step, `@change_rule(Wound` a change, `@on(Deployed` says what an event changes.
"""
