import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The log. It refers to no account: people can be erased, what happened stays."""

    dependencies = (("store", "0001_accounts"),)

    operations = (
        migrations.CreateModel(
            name="LogHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="LogStream",
            fields=[
                ("id", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("version", models.IntegerField()),
                ("position", models.BigIntegerField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="LogAct",
            fields=[
                ("batch", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("actor", models.CharField(max_length=100)),
                ("at", models.DateTimeField()),
                ("key", models.CharField(max_length=100, null=True)),
                ("digest", models.CharField(max_length=64)),
                ("versions", models.TextField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("actor", "key"), name="log_key_acts_once")],
            },
        ),
        migrations.CreateModel(
            name="LogEvent",
            fields=[
                ("position", models.BigIntegerField(primary_key=True, serialize=False)),
                (
                    "stream",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, to="store.logstream"
                    ),
                ),
                ("version", models.IntegerField()),
                (
                    "act",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, to="store.logact"
                    ),
                ),
                ("kind", models.CharField(max_length=100)),
                ("event_version", models.SmallIntegerField()),
                ("payload", models.TextField()),
            ],
            options={
                "indexes": [models.Index(fields=["act"], name="log_events_of_an_act")],
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "version"), name="log_one_event_a_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="LogSnapshot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stream",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="store.logstream"
                    ),
                ),
                ("schema", models.CharField(max_length=100)),
                ("version", models.IntegerField()),
                ("state", models.TextField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "schema"), name="log_one_snapshot_a_schema")
                ],
            },
        ),
    )
