"""An attack of the standard game: its steps in the rules' order, and best play."""
