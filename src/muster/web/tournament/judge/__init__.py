"""The judges' page. Read `muster.web.tournament.judge.judge` first, then `muster.web.tournament.judge.acts`;
`muster.web.tournament.judge.player` is a player's history, for judges only.
"""
