"""A toy game for the log's tests: points scored, dice rolled, cards chosen in secret."""

import itertools
import uuid
from datetime import UTC, datetime

from muster.app.streams import Write
from muster.rules.log import KINDS, Decider, Event, Kinds

TOY = Kinds(KINDS)
NOON = datetime(2026, 6, 19, 12, 0, 0, 123456, tzinfo=UTC)

_count = itertools.count(1)


@TOY.event("toy.scored", version=2)
class Scored(Event, frozen=True):
    side: str
    points: int


@TOY.upcast("toy.scored", 1)
def _sides_had_colours(old):
    return {"side": {"blue": "a", "red": "b"}[old["colour"]], "points": old["points"]}


@TOY.event("toy.rolled")
class Rolled(Event, frozen=True):
    step: str
    faces: tuple[str, ...]

    def step_key(self) -> str:
        return self.step


@TOY.event("toy.card_laid_face_down")
class CardLaidFaceDown(Event, frozen=True):
    side: str


@TOY.event("toy.card_chosen")
class CardChosen(Event, frozen=True):
    side: str
    card: str

    def seen_by(self) -> frozenset[str]:
        return frozenset({f"side:{self.side}"})

    def shown_as(self) -> Event:
        return CardLaidFaceDown(self.side)


@TOY.event("toy.length_rolled")
class LengthRolled(Event, frozen=True):
    minutes: int

    def seen_by(self) -> frozenset[str]:
        return frozenset({"organiser"})


def totals(state: dict[str, int], event: Event) -> dict[str, int]:
    if isinstance(event, Scored):
        return state | {event.side: state.get(event.side, 0) + event.points}
    return state


TOTALS = Decider("totals", 1, dict[str, int], dict, totals)


def fresh(prefix: str = "toy") -> str:
    """A stream or batch nobody has used."""
    return f"{prefix}:{next(_count)}-{uuid.uuid4().hex}"


def score(store, stream, points=1, side="a", *, expected=None, actor="ann", batch=None, key=None):
    """One act that scores points, on top of whatever the stream holds."""
    expected = store.version(stream) if expected is None else expected
    write = Write(stream, expected, (Scored(side, points),))
    return store.append([write], actor=actor, at=NOON, batch=batch or fresh("act"), key=key)
