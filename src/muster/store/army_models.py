"""Tables of saved armies: one row per army, one per version. Versions are only ever added."""

from django.db import models

from muster.store.accounts import Account, new_id


class ArmyRow(models.Model):
    """An army and everything about it but its documents."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    owner = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="armies")
    code = models.CharField(max_length=16, unique=True)
    head = models.PositiveIntegerField(default=0)
    changed = models.DateTimeField()
    shared = models.CharField(max_length=6, default="me")
    hand_hidden = models.BooleanField(default=True)
    tags = models.JSONField(default=list)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    archived = models.BooleanField(default=False, db_column="put_away")

    class Meta:
        db_table = "army"
        indexes = (
            models.Index(fields=("owner", "archived", "-changed"), name="armies_of_owner"),
            models.Index(fields=("shared", "archived", "-changed"), name="armies_by_sharing"),
        )

    def __str__(self) -> str:
        return self.code


class ArmyVersion(models.Model):
    """One document of an army, as it was written."""

    army = models.ForeignKey(ArmyRow, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    document = models.TextField()
    label = models.CharField(max_length=60)  # what older programs wrote: a sentence
    change = models.TextField(null=True)  # noqa: DJ001 (versions with a label have none)
    at = models.DateTimeField()
    undo_to = models.PositiveIntegerField(null=True)
    redo_to = models.PositiveIntegerField(null=True)
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001 (most versions have none, and it is unique)

    class Meta:
        db_table = "army_version"
        constraints = (
            models.UniqueConstraint(fields=("army", "number"), name="one_document_per_version"),
            models.UniqueConstraint(fields=("army", "key"), name="one_version_per_key"),
        )

    def __str__(self) -> str:
        return f"version {self.number} of {self.army_id}"
