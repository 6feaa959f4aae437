"""The ten steps after a battle, one side at a time.

Read `muster.rules.campaign.battle.steps.side` first (what a player has in front of them), then
`muster.rules.campaign.battle.steps.open_step`, which says what may be done now. Each step's rules have
their module: `muster.rules.campaign.battle.steps.rewards` 1 and 2,
`muster.rules.campaign.battle.steps.experience` 3 and 5, `muster.rules.campaign.battle.steps.casualties` 4,
`muster.rules.campaign.battle.steps.commendations` 6, `muster.rules.campaign.battle.steps.aid` 7,
`muster.rules.campaign.battle.steps.closing` 8 to 10.
"""
