# "public" has six letters; SQLite never minded, PostgreSQL did.

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0010_tournaments"),
    ]

    operations = [
        migrations.AlterField(
            model_name="armyrow",
            name="shared",
            field=models.CharField(default="me", max_length=6),
        ),
    ]
