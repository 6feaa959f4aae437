"""What is read and not computed: cards, campaign, games, rules, messages, help, as JSON.

docs/reference/cards.md and docs/reference/campaign-data.md describe the fields. Nothing here is imported:
`muster.rules.cards.catalogue`, `muster.rules.campaign.library.library` and `muster.rules.messages` read it.
"""
