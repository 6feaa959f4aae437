"""Tools for any table, and the guided setup of a game; playing is in `muster.web.game.play`.

Read `muster.web.game.tools` and `muster.web.game.setup` first. `muster.web.game.desks` gives pages, API and
live frames the desk of a game; `muster.web.game.wording` holds the words of prompts as data.
"""
