"""Copies a Register with its history, each act with its own date."""

from itertools import groupby
from typing import Final

from muster.app.acting import Act
from muster.app.streams import EventStore, Write
from muster.rules.campaign.register.copying import RegisterCopied, copied_events
from muster.rules.campaign.register.events import RegisterNamed
from muster.rules.campaign.register.recruiting import MOST_LETTERS
from muster.rules.log import effective

COPIER: Final = "copy"
"""Who wrote the copied acts: nobody's own, so that nobody takes them back one by one."""


def copy_history(store: EventStore, act: Act, register: str, to: str, event: RegisterCopied) -> None:
    """Write every act that counts to the copy, and finally that it is a copy. Whatever is already there
    stays."""
    known, version = store.version(to), 0
    entries = effective(store.read(register))
    for number, (_, group) in enumerate(groupby(entries, key=lambda entry: entry.batch)):
        together = list(group)
        events = copied_events(together)
        if events and version >= known:
            write, batch = Write(to, version, events), f"{act.batch}-{number}"
            store.append([write], actor=COPIER, at=together[0].at, batch=batch)
        version += len(events)
    if version >= known:
        name = RegisterNamed(f"Copy of {event.name}"[:MOST_LETTERS])
        last = Write(to, version, (event, name) if event.name else (event,))
        store.append([last], actor=COPIER, at=act.at, batch=f"{act.batch}-last")
