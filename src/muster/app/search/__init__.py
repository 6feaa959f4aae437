"""The one search over rules, keywords, rulings and cards.

Read `muster.app.search.public_index` first (what everybody may find), then `muster.app.search.index`, which
ranks it. `muster.app.search.entries` makes an entry ready to be found, `muster.app.search.words` cuts
questions and texts into words. What is one person's own is added by `muster.web.search`.
"""
