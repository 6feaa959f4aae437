"""Attacks of Special Operations, from the sheet to the last die."""
