"""A battle of Tours of Duty: muster, record, and what agendas and turning points pay.

Read `muster.rules.campaign.battle.battle` first (where each side stands) and
`muster.rules.campaign.battle.events`, then `muster.rules.campaign.battle.muster` and
`muster.rules.campaign.battle.recording`. `muster.rules.campaign.battle.offers` turns a reward into what a
player may choose, and `muster.rules.campaign.battle.answers` checks and carries out the choice.
"""
