"""The tables of the log. Actors are plain ids: people are stored elsewhere and can be erased, the log
stays."""

from django.db import models

NAME = 100


class LogHead(models.Model):
    """One row: the last position given out. Whoever holds its lock is the single writer (see
    `database.py`)."""

    position = models.BigIntegerField()

    def __str__(self) -> str:
        return f"head at {self.position}"


class LogStream(models.Model):
    """A stream, its version, and the position of its last event (by which the feed finds what changed)."""

    id = models.CharField(primary_key=True, max_length=NAME)
    version = models.IntegerField()
    position = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.id} at {self.version}"


class LogAct(models.Model):
    """One act: who, when, under which key, and the answer that was given."""

    batch = models.CharField(primary_key=True, max_length=NAME)
    actor = models.CharField(max_length=NAME)
    at = models.DateTimeField()
    key = models.CharField(max_length=NAME, null=True)  # noqa: DJ001 - NULLs are distinct, "" would not be
    digest = models.CharField(max_length=64)
    versions = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["actor", "key"], name="log_key_acts_once"),)

    def __str__(self) -> str:
        return f"{self.batch} by {self.actor}"


class LogEvent(models.Model):
    """One event, never changed once written."""

    position = models.BigIntegerField(primary_key=True)
    stream = models.ForeignKey(LogStream, models.PROTECT, db_index=False)
    version = models.IntegerField()
    act = models.ForeignKey(LogAct, models.PROTECT, db_index=False)
    kind = models.CharField(max_length=NAME)
    event_version = models.SmallIntegerField()
    payload = models.TextField()

    class Meta:
        # The last line of defence: even a writer that bypasses the head cannot fork a stream.
        constraints = (models.UniqueConstraint(fields=["stream", "version"], name="log_one_event_a_version"),)
        indexes = (models.Index(fields=["act"], name="log_events_of_an_act"),)

    def __str__(self) -> str:
        return f"{self.stream_id} {self.version}: {self.kind}"


class LogSnapshot(models.Model):
    """A folded state from an earlier version of Muster. It is no longer read: states are folded from the
    log."""

    stream = models.ForeignKey(LogStream, models.CASCADE, db_index=False)
    schema = models.CharField(max_length=NAME)
    version = models.IntegerField()
    state = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["stream", "schema"], name="log_one_snapshot_a_schema"),
        )

    def __str__(self) -> str:
        return f"{self.stream_id} at {self.version} as {self.schema}"
