"""Muster: the companion for Star Wars: Legion. An unofficial fan tool."""

__version__ = "0.1.0"
