from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("store", "0012_second_steps"),
    ]

    operations = [
        migrations.CreateModel(
            name="ShortLink",
            fields=[
                ("code", models.CharField(max_length=13, primary_key=True, serialize=False)),
                ("stream", models.CharField(max_length=100)),
                ("number", models.PositiveIntegerField()),
            ],
            options={
                "db_table": "short_link",
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "number"), name="one_code_per_invitation")
                ],
            },
        ),
    ]
