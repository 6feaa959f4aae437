"""What happened in a game, and how it changes the game."""
