"""Before a game: setup at a tournament table, its terrain, its components."""
