from typing import Any

from django.db import migrations, models


class Words(migrations.SeparateDatabaseAndState):
    """New words for the same tables. The models made so far are let go of first: with each word Django would
    make them all once more, which took a fifth of the time that a new database takes."""

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Change what the models are called; they are made when somebody asks for them."""
        state.__dict__.pop("apps", None)
        super().state_forwards(app_label, state)


class Migration(migrations.Migration):
    """Tables and columns keep their names, so nothing changes in the database: only words of the program do."""

    dependencies = [("store", "0015_passkeys")]
    operations = [
        Words(
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
