from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0019_devices")]

    operations = [
        migrations.AddField("webhook", "secret", models.CharField(blank=True, default="", max_length=60)),
    ]
