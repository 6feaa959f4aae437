"""The rules, pure: values in, values out. No clock, no chance, no disk, no Django.

Read `muster.rules.violations` first: a problem is a value with a code, and `muster.rules.messages` has its
sentence. `muster.rules.reference` holds the numbered rules that docstrings and tests cite,
`muster.rules.core_rules` the core rulebook in our own words. Then take a room: `muster.rules.cards` is what
all the others build on, and `muster.rules.log` says how whatever happens is kept.
"""
