"""Collections in the database: one row per card somebody owns."""

from collections.abc import Collection, Mapping

from django.db import models, transaction
from django.db.models import F
from django.db.models.functions import Least

from muster.store.accounts import Account


class OwnedCard(models.Model):
    """How many of one card a person owns."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    card = models.CharField(
        max_length=2,
    )
    count = models.PositiveSmallIntegerField()

    class Meta:
        db_table = "owned_card"
        constraints = (models.UniqueConstraint(fields=("account", "card"), name="one_count_per_card"),)

    def __str__(self) -> str:
        return f"{self.count} of {self.card}"


class DatabaseCollection:
    """The `CollectionStore` of the site."""

    def cards_of(self, owner: str) -> dict[str, int]:
        return dict(OwnedCard.objects.filter(account_id=owner, count__gt=0).values_list("card", "count"))

    def set_owned(self, owner: str, counts: Mapping[str, int]) -> None:
        rows = [OwnedCard(account_id=owner, card=card, count=count) for card, count in counts.items()]
        with transaction.atomic():
            OwnedCard.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=("account", "card"), update_fields=("count",)
            )

    def add_one_of_each(self, owner: str, cards: Collection[str], most: int) -> None:
        with transaction.atomic():
            none = [OwnedCard(account_id=owner, card=card, count=0) for card in sorted(set(cards))]
            OwnedCard.objects.bulk_create(none, ignore_conflicts=True)
            rows = OwnedCard.objects.filter(account_id=owner, card__in=cards)
            rows.update(count=Least(F("count") + 1, most))
