"""Folds every log again from its first event, and compares every total that is stored beside it.

A total is a copy of what the log says: the version of a stream, the last position, the answer to an act,
what lists of events show, how an army's games ended, which version of an army is its newest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from django.db.models import Count, Max

from muster.app.streams import Placed
from muster.app.tournament.roster import TournamentSummary, summary_of
from muster.rules.game.sides.results import ArmyPlayed, ArmyResults, army_played
from muster.rules.game.table import Game
from muster.rules.log import Decider
from muster.rules.tournament.running.tournament import Tournament
from muster.rules.violations import Refused, Source, Violation
from muster.store.army_models import ArmyRow
from muster.store.log.database import DatabaseStore
from muster.store.log.models import LogAct, LogEvent, LogHead, LogStream
from muster.store.rows import value_of
from muster.store.tournaments import TournamentCard

CHUNK = 500
problem = Source("log").problem
Deciders = Mapping[str, Decider[Any]]
Watch = Callable[[Iterable[LogStream], int], Iterable[LogStream]]


class Audited(NamedTuple):
    """How much was checked, and what is wrong."""

    streams: int
    events: int
    problems: tuple[Violation, ...]


def audit_logs(deciders: Deciders, watch: Watch = lambda rows, _: rows) -> Audited:
    """Fold and compare everything. `deciders` are keyed by the first part of a stream's name; `watch`
    wraps the logs to show progress, and is given their number."""
    audit = _Audit(deciders, watch)
    problems = [*audit.every_stream(), *_check_positions(), *_check_answers(), *_check_armies()]
    return Audited(audit.streams, audit.events, tuple(problems))


def _difference(what: str, stored: object, found: object) -> Iterator[Violation]:
    if stored != found:
        yield problem("log.differs", [what], stored=_in_words(stored), found=_in_words(found))


def _in_words(value: object) -> str:
    """A value for a sentence; several with their names."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {item}" for name, item in value.items()) or "nothing"
    return str(value)


class _Audit:
    def __init__(self, deciders: Deciders, watch: Watch) -> None:
        self.store = DatabaseStore()
        self.deciders, self.watch = deciders, watch
        self.streams = self.events = 0

    def every_stream(self) -> Iterator[Violation]:
        every = LogStream.objects.order_by("position")
        for row in self.watch(every.iterator(CHUNK), every.count()):
            self.streams += 1
            yield from self._stream(row)

    def _stream(self, row: LogStream) -> Iterator[Violation]:
        try:
            placed = self.store.read_streams([row.id])
            self.events += len(placed)
            yield from _check_row(row, placed)
            state = self._decider(row.id).fold([event.entry for event in placed])
        except Exception as error:  # whatever a broken log raises, go on with the next one
            yield from _fold_problem(row.id, error)
            return
        yield from self._totals(row.id, state)

    def _decider(self, stream: str) -> Decider[Any]:
        return self.deciders[stream.partition(":")[0]]

    def _totals(self, stream: str, state: Any) -> Iterator[Violation]:
        if isinstance(state, Tournament):
            row = TournamentCard.objects.filter(tournament=stream).first()
            stored = value_of(TournamentSummary, row) if row else None
            yield from _difference(f"the list of events on {stream}", stored, summary_of(stream, state))
        if isinstance(state, ArmyResults):
            for game in state.games:
                yield from self._result(stream, game)

    def _result(self, stream: str, result: ArmyPlayed) -> Iterator[Violation]:
        game: Game = self.store.load(self._decider("game"), f"game:{result.game}").state
        ways = [army_played(result.game, game.table, seat, result.version) for seat in game.table.chairs]
        ends = sorted((way.fared, way.points, way.against) for way in ways)
        if (result.fared, result.points, result.against) not in ends:
            yield from _difference(
                f"{stream} on game:{result.game}", (result.fared, result.points, result.against), ends
            )


def _check_row(row: LogStream, placed: list[Placed]) -> Iterator[Violation]:
    versions = [event.entry.version for event in placed]
    yield from _difference(f"the versions of {row.id}", versions[-1:], [len(placed)])
    yield from _difference(f"the version of {row.id}", row.version, len(placed))
    last = placed[-1].position if placed else 0
    yield from _difference(f"the position of {row.id}", row.position, last)


def _fold_problem(stream: str, error: Exception) -> Iterator[Violation]:
    if isinstance(error, Refused):
        yield from error.violations
    yield problem("log.does_not_fold", [stream], why=f"{type(error).__name__}: {error}"[:200])


def _check_positions() -> Iterator[Violation]:
    """Positions must have no gaps, and the head must be at the last one."""
    last = LogEvent.objects.aggregate(last=Max("position"), count=Count("position"))
    yield from _difference("the number of events", last["count"], last["last"] or 0)
    head = LogHead.objects.values_list("position", flat=True).first() or 0
    yield from _difference("the head of the log", head, last["last"] or 0)


def _check_answers() -> Iterator[Violation]:
    """The answer to an act must say where its own events left each stream."""
    written: dict[str, dict[str, int]] = {}
    rows = LogEvent.objects.values_list("act_id", "stream_id").annotate(Max("version")).order_by()
    for batch, stream, version in rows.iterator(CHUNK):
        written.setdefault(batch, {})[stream] = version
    for batch, versions in LogAct.objects.values_list("batch", "versions").iterator(CHUNK):
        answered = msgspec.json.decode(versions, type=dict[str, int])
        found = written.pop(batch, {})
        # Streams that an act only guarded are in its answer too, without an event.
        own = {stream: version for stream, version in answered.items() if stream in found or not found}
        yield from _difference(f"the answer to act {batch}", own, found)


def _check_armies() -> Iterator[Violation]:
    heads = ArmyRow.objects.annotate(newest=Max("versions__number"), count=Count("versions"))
    for army, head, newest, count in heads.values_list("pk", "head", "newest", "count").order_by("pk"):
        yield from _difference(f"the newest version of army {army}", (head, head), (newest, count))
