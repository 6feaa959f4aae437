"""Cards and army lists held against each other: figures, orders that go by them, and what differs.

Read `muster.rules.comparing.figures` first (what cards are measured by), then
`muster.rules.comparing.cards` and `muster.rules.comparing.lists`, which compare line by line.
"""
