"""What happened in a campaign, told in sentences for every page and the feed.

Read `muster.web.campaign.sentences.sentences` first: a function for each kind of event.
"""
