"""Django for commands that touch the database; loaded only when one of them runs."""

import os

import click


def use_django(data: str | None) -> None:
    """Set Django up on the data folder given, or on the usual one; a sentence where it cannot be used."""
    if data:
        os.environ["MUSTER_DATA"] = data
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.web.settings")
    import django

    from muster.web import logs

    try:
        django.setup()
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "there can be no such folder"
        raise click.UsageError(f"Cannot use the data folder: {why}. Choose another with --data.") from None
    logs.configure()


def need_tables() -> None:
    """A sentence instead of a traceback where `muster serve` never ran, or ran before an update."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise click.UsageError(
            "The database here is not ready. Start `muster serve` once, or choose another folder with --data."
        )
