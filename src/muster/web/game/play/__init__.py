"""A game on two phones, as pages.

Read `muster.web.game.play.views` first, then `muster.web.game.play.pages` (one struct per template, built
from what this audience may know and nothing else) and `muster.web.game.play.forms` (buttons become
answers). `muster.web.game.play.rows`, `muster.web.game.play.tally`, `muster.web.game.play.board` and
`muster.web.game.play.panes` draw the parts; `muster.web.game.play.story` and `muster.web.game.play.telling`
put the log into sentences. What is asked is in `muster.web.game.play.prompts`.
"""
