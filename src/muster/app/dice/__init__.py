"""A dice table that several people share.

Read `muster.app.dice.table` first: open, roll, type in, undo, close. `muster.app.dice.commands` are the
structs that pages and API build; `muster.app.dice.sources` is where entropy comes from, since the rules
never roll.
"""
