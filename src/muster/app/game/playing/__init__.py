"""A game on two phones: open, sit down, bring an army, answer, roll, take back, close.

Read `muster.app.game.playing.playing` first, then `muster.app.game.playing.desk`, which reads the log,
knows the seats and writes an act. `muster.app.game.playing.opening` and `muster.app.game.playing.origins`
say where a game comes from (nothing, an army, a battle, an event's table),
`muster.app.game.playing.handing_over` and `muster.app.game.playing.results` where its result goes, and
`muster.app.game.playing.taking_back` what may be undone by whom. What is legal is decided by
`muster.rules.game`.
"""
