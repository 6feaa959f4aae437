"""One of the ten steps as one screen. Read `muster.web.campaign.battle.steps.screen` first;
`muster.web.campaign.battle.steps.choices`, `muster.web.campaign.battle.steps.dice` and
`muster.web.campaign.battle.steps.odds` draw its parts.
"""
