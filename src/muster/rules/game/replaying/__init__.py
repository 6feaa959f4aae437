"""Games without people: from a seed, from a file.

Read `muster.rules.game.replaying.arena` first: two players who answer anything legal.
`muster.rules.game.replaying.game_file` is the file that anyone can check.
"""
