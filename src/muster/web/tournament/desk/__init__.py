"""The organiser's desk.

Read `muster.web.tournament.desk.desk_frame` first (what every page of the desk shows), then
`muster.web.tournament.desk.acts` (its buttons) and `muster.web.tournament.desk.pages`.
`muster.web.tournament.desk.results` is made for the keyboard; `muster.web.tournament.desk.corrections`
shows every standing that would move.
"""
