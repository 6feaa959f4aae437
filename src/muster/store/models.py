"""All tables: Django finds models here."""

from muster.store import (  # noqa: F401
    accounts,
    answered,
    arcs,
    army_models,
    collection,
    log_models,
    opponents,
    stories,
    stream_roles,
    tournaments,
)
