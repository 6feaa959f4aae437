"""Cards, keywords and squads to look up.

Read `muster.web.cards.cards` first, then `muster.web.cards.sheet` (a card page as values),
`muster.web.cards.query` (what the address asks for) and `muster.web.cards.rows`. `muster.web.cards.squads`
and `muster.web.cards.squad_sheets` are the same for Special Operations.
"""
