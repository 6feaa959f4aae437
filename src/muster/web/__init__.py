"""The site: pages, the JSON API and live updates, drawn from what use cases answer. No rules here.

Read `muster.web.rooms` first (what belongs to the site, room by room), then `muster.web.requests` (who
asks, and a form as an act) and `muster.web.page`, which turns a frozen struct into a template's page.
`muster.web.live` pushes changes, `muster.web.middleware` and `muster.web.rates` stand before every view,
and `muster.web.asgi` before Django.
"""
