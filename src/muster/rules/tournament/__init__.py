"""Tournaments: structure, pairing, results, standings, bracket, clock and roles.

Read `muster.rules.tournament.games` first (what everybody here calls a game), then
`muster.rules.tournament.running.tournament`, an event as the fold of its events.
`muster.rules.tournament.pairing`, `muster.rules.tournament.scoring` and `muster.rules.tournament.bracket`
know nothing of events and can be used alone; `muster.rules.tournament.file` does.
"""
