from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StoreConfig(AppConfig):
    """The database: accounts and the event log."""

    name = "muster.store"
    label = "store"

    def ready(self) -> None:
        """Write down after every migration who can serve these tables."""
        post_migrate.connect(_note, sender=self)


def _note(using: str, **_: Any) -> None:
    from muster.store.schema import note_served_from

    note_served_from(using)
