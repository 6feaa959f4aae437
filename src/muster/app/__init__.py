"""Use cases: the only floor that writes. A use case takes a command and who asks, lets the rules decide and
appends events.

Read `muster.app.acting` first (what a command is, who may, and how a refusal comes about), then
`muster.app.streams` (the event store as use cases see it) and `muster.app.request_store` (what one request
reads and writes). `muster.app.memory_store` is the store of tests and single files; the database is on the
floor below, in `muster.store.log`. Each folder is a room: armies, campaign, dice, game, search, tournament.
"""
