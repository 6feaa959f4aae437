"""Pages that belong to no room: `muster.web.site.errors`, and `muster.web.site.service` for machines (health,
metrics, the installable app). `muster.web.site.code_tries` slows down whoever guesses codes,
`muster.web.site.shared_pictures` draws what people send each other. Read `muster.web.site.errors` first.
"""
