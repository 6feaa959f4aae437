"""Screens that stand for themselves: the lobby, the moments of a game, what works in an attack.

Read `muster.web.game.play.screens.moments` first.
"""
