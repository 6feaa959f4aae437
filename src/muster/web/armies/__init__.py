"""Armies on pages: the builder, lists, sharing, comparing, paper.

Read `muster.web.armies.builder` first, where every tap is a request, then `muster.web.armies.view` (its
page as values), `muster.web.armies.address` (every state has one) and `muster.web.armies.forms` (buttons
become commands). `muster.web.armies.picker` and `muster.web.armies.reasons` draw what the rules answer.
"""
