"""A Register: the fold of its events, and who may do what to it.

Read `muster.rules.campaign.register.register` and `muster.rules.campaign.register.dossier` first, then
`muster.rules.campaign.register.events` and `muster.rules.campaign.register.dossier_events`, which change
them. `muster.rules.campaign.register.recruiting` and `muster.rules.campaign.register.editing` build one;
`muster.rules.campaign.register.aid`, `muster.rules.campaign.register.assets` and
`muster.rules.campaign.register.commendations` are the calculators of what may be bought or awarded.
"""
