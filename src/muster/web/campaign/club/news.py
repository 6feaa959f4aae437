"""What happened lately in a campaign: its own log and what stands out in its Registers', told together."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from muster.app.campaign.logs import CampaignLogs
from muster.rules.campaign.club import membership
from muster.rules.campaign.register import events
from muster.rules.campaign.register.register import Register
from muster.rules.log import Event, Recorded
from muster.store.accounts import names_of
from muster.web.campaign.club.pages import ClubRequest
from muster.web.campaign.stories.sentences import talked_about, tell
from muster.web.campaign.stories.told import Scene, Told

TAIL = 150
UNTOLD = (membership.InvitationRenewed,)


class News(NamedTuple):
    """Something that happened, and when."""

    at: datetime
    told: Told


class Happening(NamedTuple):
    """The same before it is told; `register` where it happened to a Register."""

    entry: Recorded
    register: Register | None = None

    @property
    def at(self) -> datetime:
        """When it happened."""
        return self.entry.at


def lately(logs: CampaignLogs, seen: ClubRequest, most: int) -> list[tuple[date, list[News]]]:
    """The newest first, day by day. Only what is shown is told."""
    registers = {stream: logs.register(stream).state for stream in seen.club.registers}
    found = [Happening(one) for one in logs.live(seen.stream) if not isinstance(one.event, UNTOLD)]
    for stream, now in registers.items():
        found += of_register(logs.live(stream), now)
    newest = sorted(found, key=lambda one: one.at, reverse=True)[:most]
    scene = Scene(Register(), people_of(newest, seen), {one: now.called for one, now in registers.items()})
    news = [News(one.at, told) for one in newest if (told := telling(one, scene)) is not None]
    return [(day, list(together)) for day, together in groupby(news, key=lambda one: one.at.date())]


def of_register(log: Sequence[Recorded], now: Register) -> Iterator[Happening]:
    """What everybody would talk about, since the Register came into the campaign it is in."""
    tail = log[-TAIL:]
    entered = [place for place, one in enumerate(tail) if isinstance(one.event, events.CampaignEntered)]
    for entry in tail[entered[-1] + 1 :] if entered else tail:
        if talked_about(entry.event, now) is not None:
            yield Happening(entry, now)


def people_of(newest: Sequence[Happening], seen: ClubRequest) -> Mapping[str, str]:
    """Everybody these speak of, also those who have left."""
    named = {who for one in newest if one.register is None and (who := person_in(one.entry.event))}
    return seen.names | (names_of(gone) if (gone := named - seen.names.keys()) else {})


def person_in(event: Event) -> str:
    """The person an entry of the campaign speaks of."""
    return getattr(event, "person", "") or getattr(event, "by", "")


def telling(one: Happening, scene: Scene) -> Told | None:
    """A sentence."""
    return talked_about(one.entry.event, one.register) if one.register else tell(one.entry.event, scene)
