from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables and columns keep their names, so nothing changes in the database: only words of the program do."""

    dependencies = [("store", "0015_passkeys")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("TourArc", "HomebrewArc"),
                migrations.RenameModel("TourReport", "StoryReport"),
                migrations.RenameModel("TourPicture", "StoryPicture"),
                migrations.RenameModel("TourLink", "StoryLink"),
                migrations.RemoveIndex("armyrow", "armies_of_owner"),
                migrations.RemoveIndex("armyrow", "armies_by_sharing"),
                migrations.RenameField("armyrow", "put_away", "archived"),
                migrations.AlterField(
                    "armyrow", "archived", models.BooleanField(default=False, db_column="put_away")
                ),
                migrations.AddIndex(
                    "armyrow", models.Index(fields=["owner", "archived", "-changed"], name="armies_of_owner")
                ),
                migrations.AddIndex(
                    "armyrow",
                    models.Index(fields=["shared", "archived", "-changed"], name="armies_by_sharing"),
                ),
            ]
        )
    ]
