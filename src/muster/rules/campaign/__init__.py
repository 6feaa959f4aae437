"""Tours of Duty: the documents as data, the calculators over it, and the Register that lives by it.

Read `muster.rules.campaign.register.register` first, then `muster.rules.campaign.battle.battle` and the ten
steps in `muster.rules.campaign.battle.steps`. `muster.rules.campaign.library` holds what the documents say;
`muster.rules.campaign.club` how a club reads what is contested. docs/reference/campaign.md tells it in
prose.
"""
