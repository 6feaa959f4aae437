"""Short links: codes that cannot be guessed, and the invitations behind them. A renewed invitation has a
new code."""

import secrets
from typing import Final, NamedTuple

from django.db import models

from muster.store.armies import CODE_LETTERS

LENGTH: Final = 13
"""Letters of a code: 31 to the power of 13 are more than 64 bits."""


class ShortLink(models.Model):
    """The code of an invitation: to a campaign, with the invitation's number, or to an event, with 0."""

    code = models.CharField(primary_key=True, max_length=LENGTH)
    stream = models.CharField(max_length=100)
    number = models.PositiveIntegerField()

    class Meta:
        db_table = "short_link"
        constraints = (models.UniqueConstraint(fields=("stream", "number"), name="one_code_per_invitation"),)

    def __str__(self) -> str:
        return self.code


class Invitation(NamedTuple):
    """What a code stands for."""

    stream: str
    number: int


def code_for(stream: str, number: int = 0) -> str:
    """The code of an invitation, created when somebody first looks at it."""
    fresh = "".join(secrets.choice(CODE_LETTERS) for _ in range(LENGTH))
    return ShortLink.objects.get_or_create(stream=stream, number=number, defaults={"code": fresh})[0].code


def invitation(code: str) -> Invitation | None:
    """What this code stands for."""
    found = ShortLink.objects.filter(code=code.lower()).values_list("stream", "number").first()
    return Invitation(*found) if found else None
