"""The front door for programs: armies, cards, odds, tournaments and games, without Django.

`import muster` offers these modules under their own names: `muster.armies.read(text)`. Read the cookbook,
`docs/cookbook/`, first. The promise: what they list in `__all__`, with its parameters and the fields that the
cookbook shows, keeps its meaning within a minor version (0.2.x); a new one says in CHANGELOG.md what changed.
Whatever is below, in `muster.rules`, may move at any time.
"""
