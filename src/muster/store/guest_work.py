"""The rows of a guest, and how they are transferred to a member."""

from django.db import transaction

from muster.rules.game.log.events import STREAM as GAMES
from muster.store.accounts import Account
from muster.store.army_models import ArmyRow
from muster.store.campaign.arcs import HomebrewArc
from muster.store.campaign.opponents import OpponentName
from muster.store.campaign.stories import StoryLink, StoryPicture, StoryReport
from muster.store.campaign.stream_roles import StreamTie
from muster.store.collection import DatabaseCollection, OwnedCard
from muster.store.members.notifications import PushSubscription
from muster.store.webhooks import Webhook

MOVED = (OpponentName, StoryLink, StoryPicture, StoryReport, Webhook, PushSubscription)


class DatabaseGuests:
    """The `GuestStore` of the site."""

    def is_guest(self, account: str) -> bool:
        return Account.objects.filter(pk=account, handle__isnull=True).exists()

    def rows(self, account: str) -> tuple[int, int]:
        armies = ArmyRow.objects.filter(owner__id=account).count()
        return armies, OwnedCard.objects.filter(account_id=account, count__gt=0).count()

    @transaction.atomic
    def move(self, guest: str, member: str) -> None:
        ArmyRow.objects.filter(owner__id=guest).update(owner_id=member)
        for kind in MOVED:
            kind.objects.filter(account_id=guest).update(account_id=member)
        held = HomebrewArc.objects.filter(account_id=member).values_list("arc", flat=True)
        HomebrewArc.objects.filter(account_id=guest).exclude(arc__in=list(held)).update(account_id=member)
        cards = DatabaseCollection()
        mine, theirs = cards.cards_of(member), cards.cards_of(guest)
        cards.set_owned(member, {card: max(count, mine.get(card, 0)) for card, count in theirs.items()})
        OwnedCard.objects.filter(account_id=guest).delete()
        known = StreamTie.objects.filter(account_id=member).values_list("stream", flat=True)
        ties = StreamTie.objects.filter(account_id=guest).exclude(stream__startswith=GAMES)
        ties.exclude(stream__in=list(known)).update(account_id=member)
