"""An event from its plan to its end.

Read `muster.rules.tournament.running.tournament` and `muster.rules.tournament.running.events` first, then
`muster.rules.tournament.running.evolving`. `muster.rules.tournament.running.registration`,
`muster.rules.tournament.running.rounds`, `muster.rules.tournament.running.reporting` and
`muster.rules.tournament.running.corrections` decide what may happen;
`muster.rules.tournament.running.roles` says who may, `muster.rules.tournament.running.audiences` who sees
what.
"""
