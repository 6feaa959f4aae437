from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0016_words"),
    ]

    operations = [
        migrations.CreateModel(
            name="CodeTries",
            fields=[
                ("who", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("failures", models.PositiveSmallIntegerField()),
                ("failed", models.DateTimeField(db_index=True)),
            ],
            options={"db_table": "code_tries"},
        ),
    ]
