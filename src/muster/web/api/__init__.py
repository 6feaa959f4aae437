"""The JSON API under /api/v1.

One module per resource, each with a `router`. To add a resource, write its module and one line in ROUTERS;
`tests/web/test_permissions.py` then asks who may call it.

Every write carries `@idempotent` (see `repeats`), lists answer with `pages.envelope`, refusals are raised as
`Refused`, and hot reads return `reply(...)`, which msgspec encodes.
"""

from importlib import import_module

from muster.web.api.shell import MusterAPI

ROUTERS = {
    "": "muster.web.api.service",
    "me": "muster.web.api.me",
    "tokens": "muster.web.api.tokens",
    "armies": "muster.web.api.armies",
    "registers": "muster.web.api.registers",
    "campaigns": "muster.web.api.campaigns",
    "battles": "muster.web.api.battles",
    "tournaments": "muster.web.api.tournaments",
    "cards": "muster.web.api.cards",
    "dice": "muster.web.api.dice",
    "rules": "muster.web.api.rules",
}

api = MusterAPI()
for prefix, module in ROUTERS.items():
    api.add_router(prefix, import_module(module).router)
