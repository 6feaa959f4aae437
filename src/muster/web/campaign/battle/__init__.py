"""A battle on two phones or on one: muster, record, the ten steps.

Read `muster.web.campaign.battle.battle` first, then `muster.web.campaign.battle.request` (what a page
needs, read once), `muster.web.campaign.battle.wizard` (the frame of every screen) and
`muster.web.campaign.battle.forms`. `muster.web.campaign.battle.live` tells each phone where the other is.
"""
