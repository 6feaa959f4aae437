"""Rolling dice, and exact odds.

Read `muster.web.dice.dice` first (a table of one or of many), then `muster.web.dice.odds` and
`muster.web.dice.asking`, which bounds what a question may cost. `muster.web.dice.weighing` hands hard
questions to a process beside the server.
"""
