"""A Register as a story: what happened, what lies ahead, where it is stuck. Nothing is decided here.

Read `muster.rules.campaign.story.chronicle` first, which tells the log as a story, then
`muster.rules.campaign.story.outlook` (what lies ahead) and `muster.rules.campaign.story.dead_ends`.
"""
