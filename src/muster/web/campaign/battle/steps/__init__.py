"""The parts of a step's screen, which `muster.web.campaign.battle.step` puts together.

Read `muster.web.campaign.battle.steps.choices` first; `muster.web.campaign.battle.steps.dice` and
`muster.web.campaign.battle.steps.odds` are the dice beside it.
"""
