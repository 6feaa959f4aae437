"""What belongs to Tours of Duty and may be erased, so it is not in the log:
`muster.store.campaign.stream_roles` (whose streams are whose), `muster.store.campaign.stories`,
`muster.store.campaign.arcs` and `muster.store.campaign.opponents`. Read
`muster.store.campaign.stream_roles` first.
"""
