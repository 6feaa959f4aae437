"""All tables: Django finds models here."""

from muster.store import (  # noqa: F401
    accounts,
    answered,
    arcs,
    army_models,
    collection,
    log_models,
    opponents,
    passkeys,
    second_steps,
    short_links,
    stories,
    stream_roles,
    tournaments,
    webhooks,
)
