"""Armies on paper. Read `muster.web.print.armies.sheets` first (which sheets there are), then
`muster.web.print.armies.lists` and `muster.web.print.armies.play`; `muster.web.print.armies.heading` is
the top of each.
"""
