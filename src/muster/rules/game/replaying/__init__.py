"""Games without people: from a seed, from a file."""
