"""Further databases beside Django's own, with the log's tables made by the real migration."""

from importlib import import_module
from urllib.parse import unquote

import dj_database_url
from django.db import connections
from django.db.migrations.state import ProjectState


def add_database(alias: str, url: str) -> None:
    """Make a database known to Django under an alias, as the settings would."""
    from django.conf import settings

    config = dj_database_url.parse(url)
    if config["ENGINE"].endswith("sqlite3"):
        config["OPTIONS"] = settings.SQLITE
        config["NAME"] = unquote(config["NAME"])
    known = connections.configure_settings({"default": {}, alias: config})
    connections.settings[alias] = known[alias]


def create_log_tables(alias: str) -> None:
    migration = import_module("muster.store.migrations.0002_log").Migration("0002_log", "store")
    with connections[alias].schema_editor() as editor:
        migration.apply(ProjectState(), editor)


def remove_database(alias: str) -> None:
    connections[alias].close()
    del connections[alias]
    del connections.settings[alias]
