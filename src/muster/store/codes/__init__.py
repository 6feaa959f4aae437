"""Codes that people type or follow, and limits on wrong guesses."""
