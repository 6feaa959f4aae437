"""Names of opponents who have no Register, in the database."""

from collections.abc import Collection

from django.db import models

from muster.store.accounts import Account
from muster.store.compiled import Compiled, Given


class OpponentName(models.Model):
    """The name of an opponent without an account in one battle; deleted with the account that wrote it."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    battle = models.CharField(max_length=100, unique=True)
    name = models.CharField(max_length=60)

    class Meta:
        db_table = "opponent_name"

    def __str__(self) -> str:
        return self.name


class DatabaseOpponents:
    """The `Opponents` of the site."""

    def keep(self, account: str, battle: str, name: str) -> None:
        if not name:
            OpponentName.objects.filter(battle=battle).delete()
            return
        OpponentName.objects.update_or_create(battle=battle, defaults={"account_id": account, "name": name})

    def name(self, battle: str) -> str:
        found = _NAME.first(battle=battle)
        return str(found[0]) if found else ""

    def names(self, battles: Collection[str]) -> dict[str, str]:
        found = OpponentName.objects.filter(battle__in=battles) if battles else ()
        return {row.battle: row.name for row in found}


_NAME = Compiled(
    lambda: OpponentName.objects.filter(battle=Given(OpponentName, "battle")).values_list("name")
)
