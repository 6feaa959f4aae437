"""Tournaments: structure, pairing, results, standings, bracket, clock and roles."""
