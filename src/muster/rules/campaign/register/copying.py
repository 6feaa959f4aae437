"""A Register copied with its whole history, to go on from there another way."""

from collections.abc import Iterable

from muster.rules.campaign.register.events import CampaignEntered
from muster.rules.campaign.register.register import Register, problem
from muster.rules.log import Event, Recorded, event
from muster.rules.violations import refuse_if


@event("register.copied")
class RegisterCopied(Event, frozen=True):
    """Everything before this was copied from another Register; its battles were that Register's."""

    source: str
    name: str


def decide_copy(register: Register, source: str) -> RegisterCopied:
    """A Register may be copied between battles (R26: the open one belongs to the original)."""
    in_battle = problem("register.in_battle", (register.open_battle,), 128) if register.open_battle else None
    refuse_if(in_battle)
    return RegisterCopied(source, register.name)


def copied_events(act: Iterable[Recorded]) -> tuple[Event, ...]:
    """What of an act goes along: everything but the membership in a club's campaign."""
    return tuple(entry.event for entry in act if not isinstance(entry.event, CampaignEntered))


def copied_from(log: Iterable[Recorded]) -> set[str]:
    """The Registers this one was copied from, and those they were copied from."""
    return {entry.event.source for entry in log if isinstance(entry.event, RegisterCopied)}
