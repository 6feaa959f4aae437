"""The JSON API under /api/v1.

One module per resource, each with a `router`; `muster.web.rooms` says which room it belongs to, and
`tests/web/test_permissions.py` asks who may call it.

Every write carries `@idempotent` (see `repeats`), lists answer with `pages.envelope`, refusals are raised as
`Refused`, and hot reads return `reply(...)`, which msgspec encodes. Read `muster.web.api.shell` first.
"""
