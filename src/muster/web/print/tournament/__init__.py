"""An event on paper: for the wall, the tables, the judges. Read `muster.web.print.tournament.heading` first,
which every sheet has, then `muster.web.print.tournament.pairings` as an example.
"""
