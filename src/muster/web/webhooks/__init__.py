"""Events and campaigns that tell a chat what everybody may know.

Read `muster.web.webhooks.telling` first (what is said), then `muster.web.webhooks.worker` (when) and
`muster.web.webhooks.sending` (how, and never into a private network). `muster.web.webhooks.pages` is where
whoever runs it sets it up.
"""
