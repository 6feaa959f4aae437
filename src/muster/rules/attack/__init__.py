"""One attack between two units, from their cards to a question about odds: no game, no web."""
