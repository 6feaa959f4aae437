"""Armies: the document, legality, the command hand, the battle deck, what may be added and why not."""
