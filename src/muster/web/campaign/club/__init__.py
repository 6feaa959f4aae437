"""The pages of a club's campaign, for members and their arbitrator.

Read `muster.web.campaign.club.pages` first (a campaign as a member sees it), then
`muster.web.campaign.club.club` and `muster.web.campaign.club.acts`, which carries out every button.
"""
