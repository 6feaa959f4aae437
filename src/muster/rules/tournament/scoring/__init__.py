"""From how a game ended to everybody's place, in exact fractions.

Read `muster.rules.tournament.scoring.results` first (who won), then
`muster.rules.tournament.scoring.profiles` (what a win is worth and what breaks ties),
`muster.rules.tournament.scoring.tiebreaks` and `muster.rules.tournament.scoring.standings`.
`muster.rules.tournament.scoring.explaining` says where a figure comes from.
"""
