from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0009_opponent_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="TournamentCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tournament", models.CharField(max_length=100, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("status", models.CharField(max_length=12)),
                ("public", models.BooleanField()),
                ("day", models.DateField(null=True)),
                ("place", models.CharField(blank=True, max_length=80)),
                ("players", models.IntegerField(default=0)),
            ],
            options={
                "db_table": "tournament_card",
                "indexes": [models.Index(fields=["public", "-id"], name="tournament_card_public")],
            },
        ),
        migrations.CreateModel(
            name="TournamentPerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tournament", models.CharField(max_length=100)),
                ("player", models.CharField(max_length=20)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("code", models.CharField(blank=True, max_length=20)),
            ],
            options={
                "db_table": "tournament_person",
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "player"), name="one_person_per_player")
                ],
            },
        ),
    ]
