"""What a side brings to a game and takes home from it."""
