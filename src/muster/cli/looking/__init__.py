"""What is looked up in the terminal: words, and why something is so."""
