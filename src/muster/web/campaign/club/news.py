"""What happened lately in a campaign: its own log and what stands out in its Registers', told together."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from muster.rules.campaign.club import membership as m
from muster.rules.campaign.register import events
from muster.rules.campaign.register.register import Register
from muster.rules.log import Event, Recorded, live
from muster.store.accounts import names_of
from muster.store.log import DatabaseStore
from muster.web.campaign.registers.my_registers import called
from muster.web.campaign.stories.sentences import RESULTS, tell
from muster.web.campaign.stories.told import Scene, Told, line

TAIL = 150
UNTOLD = (m.InvitationRenewed,)


class News(NamedTuple):
    """Something that happened, and when."""

    at: datetime
    told: Told


def lately(campaign: str, registers: Mapping[str, Register], most: int) -> list[tuple[date, list[News]]]:
    """The newest first, day by day."""
    store = DatabaseStore()
    names = {stream: called(now) for stream, now in registers.items()}
    found = list(of_campaign(live(store.read(campaign)), names))
    for stream, now in registers.items():
        tail = live(store.read(stream, max(0, store.version(stream) - TAIL)))
        found += of_register(since_entering(tail), now)
    newest = sorted(found, key=lambda news: news.at, reverse=True)[:most]
    return [(day, list(news)) for day, news in groupby(newest, key=lambda one: one.at.date())]


def of_campaign(log: Sequence[Recorded], names: Mapping[str, str]) -> Iterator[News]:
    """The campaign's own log in sentences."""
    people = names_of(people_in(log))
    for entry in log:
        if isinstance(entry.event, m.BattleAnnounced):
            yield News(entry.at, announced(entry.event, names))
        elif not isinstance(entry.event, UNTOLD):
            yield News(entry.at, tell(entry.event, Scene(Register(), people, names)))


def people_in(log: Sequence[Recorded]) -> set[str]:
    """Everybody the log speaks of."""
    event = [entry.event for entry in log]
    return {who for one in event if (who := getattr(one, "person", "") or getattr(one, "by", ""))}


def announced(event: m.BattleAnnounced, names: Mapping[str, str]) -> Told:
    """A battle was opened."""
    sides = [names.get(register, "A Register") for register in event.registers.values()]
    if len(sides) == 1:
        return line("", "nav-armies", "A battle was opened for {}.", sides[0])
    return line("", "nav-armies", "A battle was opened: {} and {}.", *sides[:2])


def since_entering(log: Sequence[Recorded]) -> Sequence[Recorded]:
    """What happened after the Register came into the campaign it is in now."""
    entered = [place for place, entry in enumerate(log) if isinstance(entry.event, events.CampaignEntered)]
    return log[entered[-1] + 1 :] if entered else log


def of_register(log: Sequence[Recorded], now: Register) -> Iterator[News]:
    """What everybody in the campaign would talk about."""
    for entry in log:
        if (told := talked_about(entry.event, now)) is not None:
            yield News(entry.at, told)


def talked_about(event: Event, now: Register) -> Told | None:
    """A sentence that names the Register; nothing for what concerns its owner alone."""
    match event:
        case events.BattleClosed():
            return line("battle", "nav-play", f"{{}} {RESULTS[event.result]} a battle.", called(now))
        case events.UnitRemoved(why="casualty"):
            fell = Scene(now).unit(event.dossier)
            return line("fallen", "fallen", "{} of {} did not come home.", fell, called(now))
        case events.ArcEnded():
            return line("honour", "act-trophy", "{} brought a story arc to its end.", called(now))
        case events.CorrectionNoted():
            return line("", "ui-edit", "{} was corrected: {}", called(now), event.reason)
        case events.RegisterRetired():
            return line("", "nav-tours", "{} was retired.", called(now))
        case _:
            return None
