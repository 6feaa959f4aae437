"""The migration makes the tables the models describe."""

from importlib import import_module

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ModelState, ProjectState

from muster.store.log import models as log_models

MODELS = ("LogHead", "LogStream", "LogAct", "LogEvent", "LogSnapshot")


def test_the_migration_and_the_models_agree():
    migrated, wanted = ProjectState(), ProjectState()
    import_module("muster.store.migrations.0002_log").Migration("0002_log", "store").mutate_state(
        migrated, False
    )
    for name in MODELS:
        wanted.add_model(ModelState.from_model(getattr(log_models, name)))
    assert MigrationAutodetector(migrated, wanted)._detect_changes() == {}
