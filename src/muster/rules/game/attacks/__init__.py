"""Attacks by the core rules, from the declaration to the last token. Read `declaring`, then `resolving`."""
