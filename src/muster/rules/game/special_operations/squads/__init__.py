"""The squads of Special Operations, their cards, and what is said of them."""
