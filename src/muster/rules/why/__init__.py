"""Why something is so: what is on file about a card, two units, a keyword, a step of a game or a refusal."""
