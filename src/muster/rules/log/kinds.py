"""The kinds of event and their versions: what is written today, and how every older line is read for ever.

A stored event is tagged from outside: the envelope names its kind and version, the payload is the plain JSON
of its fields. A kind is never renamed or reused. When its fields change, its version grows and an upcast
turns the raw fields of the older version into those of the next, so that a line once written loads for ever.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import msgspec

from muster.rules.json_text import Json
from muster.rules.violations import Params, Refused, Violation

EVERYONE = frozenset({"everyone"})

Fields = dict[str, Json]
Upcast = Callable[[Fields], Fields]


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happened, named in the past tense, holding all that replaying it needs.

    The three questions below have harmless answers; an event with a secret or with chance gives its own.
    """

    def seen_by(self) -> frozenset[str]:
        """The badges that may see this event; `EVERYONE` unless it holds a secret."""
        return EVERYONE

    def shown_as(self) -> "Event | None":
        """What all others are shown in its place; nothing but a sealed mark unless said otherwise."""
        return None

    def step_key(self) -> str | None:
        """The step whose dice or draw this event holds, unique in its stream and no secret itself."""
        return None


E = TypeVar("E", bound=type[Event])


class Kind(NamedTuple):
    """A registered kind: its stable name, the version written today, its type."""

    name: str
    version: int
    type: type[Event]
    decoder: msgspec.json.Decoder[Event]


class Kinds:
    """A registry of event kinds. The program has one (`KINDS`); tests make their own."""

    def __init__(self, *parents: "Kinds") -> None:
        self._by_name: dict[str, Kind] = {}
        self._by_type: dict[type[Event], Kind] = {}
        self._upcasts: dict[tuple[str, int], Upcast] = {}
        for parent in parents:
            self._by_name |= parent._by_name
            self._by_type |= parent._by_type
            self._upcasts |= parent._upcasts

    def event(self, name: str, version: int = 1) -> Callable[[E], E]:
        """Register the decorated event under a name for ever, at the version written today."""

        def register(cls: E) -> E:
            if name in self._by_name:
                raise ValueError(f"event kind {name!r} is registered twice")
            kind = Kind(name, version, cls, msgspec.json.Decoder(cls))
            self._by_name[name] = self._by_type[cls] = kind
            return cls

        return register

    def upcast(self, name: str, version: int) -> Callable[[Upcast], Upcast]:
        """Register how the raw fields of this version become those of the next."""

        def register(function: Upcast) -> Upcast:
            self._upcasts[name, version] = function
            return function

        return register

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._by_name.values())

    def tag(self, event: Event) -> tuple[str, int]:
        """Kind and version of an event; an unregistered type is a mistake in the program."""
        kind = self._by_type[type(event)]
        return kind.name, kind.version

    def missing_upcasts(self) -> list[tuple[str, int]]:
        """Older versions that could no longer be read: each must have its upcast. Should be empty."""
        wanted = ((kind.name, old) for kind in self for old in range(1, kind.version))
        return [pair for pair in wanted if pair not in self._upcasts]

    def encode(self, event: Event) -> tuple[str, int, bytes]:
        """Kind, version and payload, as they are stored."""
        return *self.tag(event), msgspec.json.encode(event)

    def decode(self, name: str, version: int, payload: bytes | str) -> Event:
        """The event of a stored line of any age; refused when this program does not know it."""
        kind = self._by_name.get(name)
        if kind is None or not 0 < version <= kind.version:
            raise Refused(_problem("log.unknown_kind", name, version))
        try:
            if version == kind.version:
                return kind.decoder.decode(payload)
            fields: Fields = msgspec.json.decode(payload, type=dict)
            return msgspec.convert(self._upcast_fields(kind, version, fields), kind.type)
        except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise Refused(_problem("log.unreadable", name, version, why=str(error))) from error

    def _upcast_fields(self, kind: Kind, version: int, fields: Fields) -> Fields:
        for old in range(version, kind.version):
            fields = self._upcasts[kind.name, old](fields)
        return fields


def _problem(code: str, name: str, version: int, **more: str) -> Violation:
    # Kind names may come from a file somebody imports: never echo an absurdly long one.
    params: Params = {"kind": name[:80], "version": version, **more}
    return Violation(code=code, source="log", about=(name[:80],), params=params)


KINDS = Kinds()
event = KINDS.event
upcast = KINDS.upcast
