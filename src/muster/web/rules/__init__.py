"""The rules to look up: `muster.web.rules.core` (the core rules by subject), `muster.web.rules.rules`
(numbered rules and rulings) and `muster.web.rules.why` (what is on file about a card, a pair, a refusal).
Read `muster.web.rules.rules` first.
"""
