"""What happened in a game, and how it changes the game.

Read `muster.rules.game.log.events` first, then `muster.rules.game.log.evolve`, which decides nothing.
`muster.rules.game.log.agreed` holds what needs both players, `muster.rules.game.log.measured` the facts
somebody looked up on the table. `muster.rules.game.log.older_steps` reads games that were stored with older
kinds of steps.
"""
