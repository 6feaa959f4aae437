"""Screens that stand for themselves: the lobby, and the moments of a game."""
