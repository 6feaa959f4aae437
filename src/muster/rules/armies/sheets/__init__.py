"""An army as it is read at the table and handed in, as values; pages and paper draw them.

Read `muster.rules.armies.sheets.listing` first (the list of a tournament), then
`muster.rules.armies.sheets.playsheet`. `muster.rules.armies.sheets.brings` collects every keyword and
effect in the order of a round, by the `muster.rules.armies.sheets.moments` they matter at.
"""
