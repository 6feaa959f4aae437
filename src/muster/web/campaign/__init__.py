"""Tours of Duty on pages; each folder is a part of it.

Read `muster.web.campaign.requests` first: what one request reads, once. `muster.web.campaign.library` is
the official library with the arcs that people brought; `muster.web.campaign.forms` reads forms into
commands.
"""
