"""One attack between two units, from their cards to a question about odds: no game, no web.

Read `muster.rules.attack.from_cards` first, then `muster.rules.attack.question`, which puts two sides, a
pool and the facts together. `muster.rules.attack.keywords` is the table of what each keyword does;
`muster.rules.attack.attacking` and `muster.rules.attack.defending` count it, and
`muster.rules.attack.facts` says what only the table can tell. `muster.rules.attack.book` weighs whole
armies against each other. The odds themselves are in `muster.rules.dice`.
"""
