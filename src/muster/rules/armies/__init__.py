"""Armies: the document, legality, the command hand, the battle deck, what may be added and why not.

Read `muster.rules.armies.army` first (what a player wrote down, legal or not), then
`muster.rules.armies.check`, which answers with a `muster.rules.armies.report`. `muster.rules.armies.lineup`
is the army with its cards looked up, as every check reads it; the checks themselves are in
`muster.rules.armies.checks`.
"""
