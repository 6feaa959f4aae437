"""Fixtures of the command line's tests."""

from tests.plain_output import words_not_values

__all__ = ["words_not_values"]
