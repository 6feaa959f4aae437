"""Commands that look things up: words, and why something is so."""
