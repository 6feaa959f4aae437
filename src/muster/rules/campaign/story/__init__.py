"""A Register as a story: what happened, what lies ahead, where it is stuck. Nothing is decided here."""
