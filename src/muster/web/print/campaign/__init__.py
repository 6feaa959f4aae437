"""Tours of Duty on paper: `muster.web.print.campaign.register` (a Register with its dossiers),
`muster.web.print.campaign.charts` (the tables for the steps) and `muster.web.print.campaign.story` (an arc
to play without a phone), `muster.web.print.campaign.book` (a season as a book). Read
`muster.web.print.campaign.register` first.
"""
