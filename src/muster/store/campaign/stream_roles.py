"""Ties between accounts and streams, in the database."""

from django.core.exceptions import ValidationError
from django.db import models

from muster.app.stream_roles import Role
from muster.store.accounts import Account
from muster.store.compiled import Compiled, Given


class StreamTie(models.Model):
    """An account's role in a Register or a campaign; deleted with the account."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    stream = models.CharField(max_length=100)
    role = models.CharField(max_length=6, choices=(("owner", "owner"), ("member", "member")))

    class Meta:
        db_table = "stream_tie"
        constraints = (models.UniqueConstraint(fields=("account", "stream"), name="one_tie_per_stream"),)

    def __str__(self) -> str:
        return f"{self.role} of {self.stream}"


class DatabaseRoles:
    """The `StreamRoles` of the site."""

    def grant(self, account: str, stream: str, role: Role) -> None:
        tie = StreamTie(account_id=account, stream=stream, role=role)
        StreamTie.objects.bulk_create([tie], ignore_conflicts=True)

    def is_account(self, account: str) -> bool:
        """Whether there is such an account; anything that is not a UUID is not."""
        try:
            return Account.objects.filter(pk=account).exists()
        except (ValueError, ValidationError):
            return False

    def role(self, account: str, stream: str) -> Role | None:
        try:
            found = _ROLE.first(account=account, stream=stream)
        except (ValueError, ValidationError):  # an imported log may name people by anything
            return None
        return found[0] if found else None

    def owners(self, stream: str) -> list[str]:
        """The accounts that own this stream."""
        rows = StreamTie.objects.filter(stream=stream, role="owner").values_list("account_id", flat=True)
        return list(map(str, rows))

    def streams(self, account: str, role: Role, prefix: str) -> list[str]:
        return [stream for (stream,) in _STREAMS.rows(account=account, role=role, stream=prefix)]


_ROLE = Compiled(
    lambda: StreamTie.objects.filter(
        account=Given(StreamTie, "account"), stream=Given(StreamTie, "stream")
    ).values_list("role")
)
_STREAMS = Compiled(
    lambda: (
        StreamTie.objects.filter(
            account=Given(StreamTie, "account"),
            role=Given(StreamTie, "role"),
            stream__startswith=Given(StreamTie, "stream"),
        )
        .order_by("-id")
        .values_list("stream")
    )
)
