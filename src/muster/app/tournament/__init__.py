"""Events: everything an organiser, a judge or a player can do, and what each may see.

Read `muster.app.tournament.commands` first, then `muster.app.tournament.context`, where an act is checked,
decided and written, and `muster.app.tournament.access`, which gives each audience its view.
`muster.app.tournament.planning`, `muster.app.tournament.players`, `muster.app.tournament.rounds` and
`muster.app.tournament.judging` hold the acts by subject. Names of people are in
`muster.app.tournament.roster`, outside the log. The rules are in `muster.rules.tournament`.
"""
