"""Walks through the site by chance: `python -m tests.walker games --seeds 1-1000 --state FILE`."""
