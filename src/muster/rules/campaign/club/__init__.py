"""A club's campaign: `muster.rules.campaign.club.membership` says who belongs to it and which Registers play,
`muster.rules.campaign.club.switches` how it reads the contested rulings. Read
`muster.rules.campaign.club.switches` first if a rule behaves differently from what a document says.
"""
