"""The search page. Read `muster.web.search.search` first; `muster.web.search.mine` adds what is one person's
own to the index of `muster.app.search`, `muster.web.search.pages` the pages of the site.
"""
