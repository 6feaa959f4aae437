from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone

import muster.store.accounts

CHUNK = 500


def note_devices(apps: Any, schema_editor: Any) -> None:
    """Whoever is signed in already is listed, too. Of their devices nothing else is known yet."""
    account, device, session = (
        apps.get_model(*name).objects.using(schema_editor.connection.alias)
        for name in (("store", "Account"), ("store", "Device"), ("sessions", "Session"))
    )
    members = {str(one) for one in account.exclude(handle=None).values_list("pk", flat=True)}
    decode = SessionStore().decode
    found = []
    for one in session.filter(expire_date__gt=timezone.now()).iterator():
        whose = decode(one.session_data).get("_auth_user_id")
        if whose in members:
            found.append(device.model(account_id=whose, session=one))
    device.bulk_create(found, batch_size=CHUNK)


class NoteDevices(migrations.RunPython):
    """A new database has no sessions: for it Django need not make all models of this moment."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_session LIMIT 1")
            if not cursor.fetchone():
                return
        super().database_forwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    dependencies = [
        ("sessions", "0001_initial"),
        ("store", "0018_data_archives"),
    ]

    operations = [
        migrations.CreateModel(
            name="Device",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=muster.store.accounts.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                ("since", models.DateTimeField(null=True)),
                ("seen", models.DateTimeField(null=True)),
                ("news", models.CharField(blank=True, default="", max_length=60)),
                ("news_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="device",
                        to="sessions.session",
                    ),
                ),
            ],
        ),
        NoteDevices(note_devices, migrations.RunPython.noop),
    ]
