"""Compares cards and army lists: their figures, sorting by figures, and what differs."""
