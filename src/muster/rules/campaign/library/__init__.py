"""What the documents of Tours of Duty say, as data.

Read `muster.rules.campaign.library.parts` first (the values that the files hold), then
`muster.rules.campaign.library.library`, where they are looked up. `muster.rules.campaign.library.charts`
says what dice mean. `muster.rules.campaign.library.homebrew` reads a club's own arc and
`muster.rules.campaign.library.references` finds pointers that lead nowhere.
"""
