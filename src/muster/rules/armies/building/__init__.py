"""Changing an army: edits, and what may be added.

Read `muster.rules.armies.building.edits` first: each is a pure function from army to army.
`muster.rules.armies.building.picker` says what fits and why the rest does not.
`muster.rules.armies.building.dates`, `muster.rules.armies.building.collection` and
`muster.rules.armies.building.suggesting` advise; they refuse nothing.
"""
