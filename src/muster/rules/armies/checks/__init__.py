"""The rules of army building, a function each.

Read `muster.rules.armies.checks.registry` first: it lists the checks in the order a player reads the
answers. `muster.rules.armies.checks.detachments` rests on the exact matching of
`muster.rules.armies.checks.matching`.
"""
