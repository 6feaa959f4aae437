"""Whose campaign streams are whose, in the database."""

from django.core.exceptions import ValidationError
from django.db import models

from muster.app.stream_roles import Role
from muster.store.accounts import Account


class StreamTie(models.Model):
    """What an account is to a Register or a campaign; the account gone, the tie goes too."""

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
        StreamTie.objects.get_or_create(account_id=account, stream=stream, defaults={"role": role})

    def is_account(self, account: str) -> bool:
        """Whether there is such an account; what is no id at all is none."""
        try:
            return Account.objects.filter(pk=account).exists()
        except (ValueError, ValidationError):
            return False

    def role(self, account: str, stream: str) -> Role | None:
        try:
            found = StreamTie.objects.filter(account_id=account, stream=stream).values_list("role", flat=True)
        except (ValueError, ValidationError):  # an imported log may name people by anything
            return None
        return found.first()  # type: ignore[return-value]

    def streams(self, account: str, role: Role, prefix: str) -> list[str]:
        stream_roles = StreamTie.objects.filter(account_id=account, role=role, stream__startswith=prefix)
        return list(stream_roles.order_by("-id").values_list("stream", flat=True))
