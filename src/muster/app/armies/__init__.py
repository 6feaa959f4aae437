"""Saved armies: make, change, undo, share, copy, put away.

Read `muster.app.armies.saving` first, the only writer of armies; `muster.app.armies.commands` has a struct
for each change with its edit and its label in the history. What is legal is decided in
`muster.rules.armies`. `muster.app.armies.collection` counts the cards somebody owns.
"""
