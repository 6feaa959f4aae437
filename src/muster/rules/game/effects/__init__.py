"""What cards of a campaign do in a game: agendas, assets, commendations, setbacks, traits.

Each effect is a small function on a hook, so read `muster.rules.game.hooks` first, then
`muster.rules.game.effects.keywords` as the shortest example and `muster.rules.game.effects.agendas` as the
longest. `muster.rules.game.effects.reminders` are effects that players carry out with their own dice.
"""
