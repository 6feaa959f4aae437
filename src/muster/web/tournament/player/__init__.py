"""A player's phone at an event.

Read `muster.web.tournament.player.me` first, then `muster.web.tournament.player.report` (a result) and
`muster.web.tournament.player.lists` (army lists). `muster.web.tournament.player.join` is the sign-up link.
"""
