"""All tables: Django finds models here."""

from muster.store import (  # noqa: F401
    accounts,
    admin,
    army_models,
    collection,
    idempotency,
    passkeys,
    second_steps,
    tournaments,
    webhooks,
)
from muster.store.campaign import arcs, opponents, stories, stream_roles  # noqa: F401
from muster.store.codes import short_links, tries  # noqa: F401
from muster.store.log import models  # noqa: F401
from muster.store.members import data_archives, devices, notifications  # noqa: F401
