"""What happened lately in a campaign: its own log and what stands out in its Registers', told together."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby

from muster.app.campaign.logs import CampaignLogs
from muster.rules.campaign.club import membership
from muster.rules.campaign.register import events
from muster.rules.campaign.register.register import Register
from muster.rules.log import Recorded
from muster.store.accounts import names_of
from muster.web.campaign.club.pages import ClubRequest
from muster.web.campaign.sentences.sentences import talked_about, tell
from muster.web.campaign.sentences.wording import Scene, Sentence

TAIL = 150
UNTOLD = (membership.InvitationRenewed,)
Happening = tuple[Recorded, Register | None]


def lately(logs: CampaignLogs, seen: ClubRequest, most: int) -> list[tuple[date, list[Sentence]]]:
    """The newest first, day by day."""
    found = groupby(sentences(logs, seen, most), key=lambda item: item[0].at.date())
    return [(day, [words for _, words in group]) for day, group in found]


def sentences(logs: CampaignLogs, seen: ClubRequest, most: int) -> list[tuple[Recorded, Sentence]]:
    """What happened with its sentence, the newest first. Only what is shown is told."""
    registers = {stream: logs.register(stream).state for stream in seen.club.registers}
    found: list[Happening] = [
        (entry, None) for entry in logs.effective(seen.stream) if not isinstance(entry.event, UNTOLD)
    ]
    for stream, now in registers.items():
        found += of_register(logs.effective(stream), now)
    newest = sorted(found, key=lambda item: item[0].at, reverse=True)[:most]
    scene = Scene(
        Register(), people_of(newest, seen), {stream: now.called for stream, now in registers.items()}
    )
    return [
        (entry, words)
        for entry, now in newest
        if (words := talked_about(entry.event, now) if now else tell(entry.event, scene))
    ]


def of_register(log: Sequence[Recorded], now: Register) -> Iterator[Happening]:
    """What everybody would talk about, since the Register came into the campaign it is in."""
    tail = log[-TAIL:]
    entered = [place for place, entry in enumerate(tail) if isinstance(entry.event, events.CampaignEntered)]
    for entry in tail[entered[-1] + 1 :] if entered else tail:
        if talked_about(entry.event, now) is not None:
            yield entry, now


def people_of(newest: Sequence[Happening], seen: ClubRequest) -> Mapping[str, str]:
    """Everybody these speak of, also those who have left."""
    own = [entry.event for entry, register in newest if register is None]
    named = {getattr(event, "person", "") or getattr(event, "by", "") for event in own} - {""}
    return seen.names | (names_of(gone) if (gone := named - seen.names.keys()) else {})
