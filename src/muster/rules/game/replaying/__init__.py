"""Games without people: from a seed, from a script, from a file."""
