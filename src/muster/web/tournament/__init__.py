"""Events on pages: the desk, judges, players, spectators, each a folder.

Read `muster.web.tournament.requests` first (the use cases over the site's store, who asks, a form as an
act), then `muster.web.tournament.live` (what each place to watch from is sent).
`muster.web.tournament.result_form` is the one form of a result, `muster.web.tournament.print` an event on
paper.
"""
