"""A battle of Tours of Duty, from opening it to the last of the ten steps.

Read `muster.app.campaign.battle.commands` first, then `muster.app.campaign.battle.context`: it reads the
battle with both sides, and writes a step to the battle and to the own Register as one act.
`muster.app.campaign.battle.access` says who may act for which side. `muster.app.campaign.battle.whole`,
`muster.app.campaign.battle.steps` and `muster.app.campaign.battle.side_handlers` decide the acts;
`muster.app.campaign.battle.undoing` takes them back.
"""
