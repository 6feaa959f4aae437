"""Notifications on a phone or a computer, for those who asked for them: your turn, your table, a result.

Read `muster.web.notifications.news` first (what is told to whom), then `muster.web.notifications.worker`
(when) and `muster.web.notifications.encrypting` (how only the browser can read it). What one asks for is set
up on the page of `muster.web.notifications.pages`.
"""
