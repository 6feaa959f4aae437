"""Attacks by the core rules on the pages of a game: forms and the log."""
