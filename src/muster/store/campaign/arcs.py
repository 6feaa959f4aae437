"""Homebrew story arcs in the database."""

from django.db import models

from muster.app.campaign.arcs import OwnArc
from muster.store.accounts import Account
from muster.store.compiled import Compiled
from muster.store.rows import fields_of, value_of


class HomebrewArc(models.Model):
    """A story arc that an account imported, as it was checked."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    arc = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    document = models.TextField()
    offered = models.BooleanField(default=True)
    changed = models.DateTimeField()

    class Meta:
        db_table = "tour_arc"
        constraints = (models.UniqueConstraint(fields=("account", "arc"), name="one_arc_per_account"),)

    def __str__(self) -> str:
        return self.arc


class DatabaseArcs:
    """The `ArcStore` of the site."""

    def arcs(self) -> list[OwnArc]:
        rows = HomebrewArc.objects.order_by("id")
        return [value_of(OwnArc, row, account=str(row.account_id)) for row in rows]

    def signature(self) -> tuple[object, ...]:
        """A value that changes whenever an arc is added, changed or removed; empty if there are none."""
        return tuple(map(tuple, _CHANGED.rows()))

    def keep(self, own: OwnArc) -> None:
        fields = fields_of(own, "account", "arc")
        HomebrewArc.objects.update_or_create(account_id=own.account, arc=own.arc, defaults=fields)


_CHANGED = Compiled(lambda: HomebrewArc.objects.order_by("id").values_list("id", "changed"))
