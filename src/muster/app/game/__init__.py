"""Games at the table. This folder sets one up step by step at a tournament table; playing is in
`muster.app.game.playing`.

Read `muster.app.game.setup` first: sit down, take a step, draw, take the latest step back.
`muster.app.game.commands` are the structs it answers to.
"""
