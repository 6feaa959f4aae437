import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0017_code_tries"),
    ]

    operations = [
        migrations.CreateModel(
            name="DataArchive",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("moved", models.DateTimeField(default=django.utils.timezone.now)),
                ("done", models.PositiveIntegerField(default=0)),
                ("parts", models.PositiveIntegerField(default=0)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("data", models.BinaryField(null=True)),
            ],
        ),
    ]
