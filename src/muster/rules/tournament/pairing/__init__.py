"""Swiss pairing: who meets whom, and the proof that it is right.

Read `muster.rules.tournament.pairing.swiss` first, then `muster.rules.tournament.pairing.field` (what the
pairer works on), `muster.rules.tournament.pairing.drawing` (the quick way) and
`muster.rules.tournament.pairing.exact` (the matching that is asked where the quick way fails).
`muster.rules.tournament.pairing.check` judges a pairing independently of all that.
docs/reference/pairing.md explains the method.
"""
