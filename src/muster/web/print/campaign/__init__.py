"""Tours of Duty on paper: `muster.web.print.campaign.register` (a Register with its dossiers),
`muster.web.print.campaign.charts` (the tables for the steps) and `muster.web.print.campaign.story` (an arc
to play without a phone). Read `muster.web.print.campaign.register` first.
"""
