"""`muster-lab coverage`: which of the numbered rules are proven by a test and shown to people.

Read `muster_lab.coverage.command` first, then `muster_lab.coverage.claims` (what tests and pages claim,
read from the sources) and `muster_lab.coverage.findings` (which claims count: people must reach the code).
`muster_lab.coverage.program` and `muster_lab.coverage.reach` follow names through the program for that.
`muster_lab.coverage.rule_pages` writes docs/reference/rules.md and rulings.md from the data.
"""
