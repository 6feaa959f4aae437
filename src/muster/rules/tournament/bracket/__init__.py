"""Single elimination after the Swiss rounds.

Read `muster.rules.tournament.bracket.cut` first (who goes on), then
`muster.rules.tournament.bracket.elimination`. `muster.rules.tournament.bracket.columns` is the bracket as a
picture needs it, `muster.rules.tournament.bracket.proof` checks one that was written down.
"""
