"""Codes that people type or follow, and wrong ones counted."""
