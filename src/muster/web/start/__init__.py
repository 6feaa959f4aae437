"""The first page, help, and what a site owes its readers.

Read `muster.web.start.start` first, then `muster.web.start.open_now` (what waits for somebody).
`muster.web.start.bar` is the bar of every page; `muster.web.start.previews` is what a chat shows of a link.
"""
