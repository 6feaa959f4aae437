"""What a version changed, as a code with ids instead of a sentence. Older versions keep their sentence."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0029_campaign_book")]

    operations = [migrations.AddField("armyversion", "change", models.TextField(null=True))]
