"""Dice: their faces, a roll as a value, its evidence, and exact odds. Nothing here draws randomness."""
