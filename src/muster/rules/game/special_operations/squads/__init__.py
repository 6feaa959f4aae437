"""The squads of Special Operations, their cards, and what is said of them.

Read `muster.rules.game.special_operations.squads.cards` first (the values that the data files hold), then
`muster.rules.game.special_operations.squads.squads`. `muster.rules.game.special_operations.squads.forces`
brings a squad to the table; `muster.rules.game.special_operations.squads.audit` holds the cards against the
numbered rules.
"""
