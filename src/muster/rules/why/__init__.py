"""Why something is so: what is on file about a card, two units, a keyword, a step of a game or a refusal.

Read `muster.rules.why.answers` first, then `muster.rules.why.grounds`, the data they rest on. Nothing is
generated: a `muster.rules.why.reasons` entry has its source.
"""
