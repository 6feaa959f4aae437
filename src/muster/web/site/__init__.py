"""Pages that belong to no room: `muster.web.site.errors`, and `muster.web.site.service` for machines (health,
metrics, the installable app). `muster.web.site.code_tries` slows down whoever guesses codes. Read
`muster.web.site.errors` first.
"""
