import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import muster.store.accounts


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0027_webhook_secret"),
    ]

    operations = [
        migrations.CreateModel(
            name="SiteChoices",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("registration", models.CharField(default="open", max_length=10)),
                ("announcement", models.CharField(blank=True, default="", max_length=300)),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("used", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
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
                ("address", models.CharField(max_length=100)),
                ("reason", models.CharField(max_length=10)),
                ("words", models.TextField(blank=True)),
                ("made", models.DateTimeField()),
                ("closed", models.DateTimeField(db_index=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
