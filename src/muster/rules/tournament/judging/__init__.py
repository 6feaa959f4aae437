"""What judges and organisers write down beside the games.

Read `muster.rules.tournament.judging.calls` first (calls, penalties, rulings), then
`muster.rules.tournament.judging.lists`: army lists handed in, checked and frozen.
`muster.rules.tournament.judging.products` says from which day a product may be used.
"""
