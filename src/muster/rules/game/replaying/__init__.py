"""Games without people: from a seed, from a script, from a file.

Read `muster.rules.game.replaying.arena` first: two players who answer anything legal.
`muster.rules.game.replaying.script` and `muster.rules.game.replaying.written` play games that were written
down, and `muster.rules.game.replaying.game_file` is the file that anyone can check.
"""
