"""The chronicle of a Register, in sentences, charts and pictures.

Read `muster.web.campaign.stories.chronicle` first, then `muster.web.campaign.sentences.sentences`: one
function per kind of event; a kind it does not know is told neutrally. `muster.web.campaign.stories.public`
is the page for everybody with the link.
"""
