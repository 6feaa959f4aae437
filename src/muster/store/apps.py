from django.apps import AppConfig


class StoreConfig(AppConfig):
    """The database: accounts and the event log."""

    name = "muster.store"
    label = "store"
