"""Faults planted one by one, as people have met them: the walker has to find each in a short walk."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch

from django.http import QueryDict
from msgspec.structs import replace

from muster.rules.log import Event
from muster.rules.violations import Source, refuse_if
from muster.web import live
from muster.web.game.play import forms, telling, views
from muster.web.page import render_page as draw_text
from tests.walker.games import MOST_ACTS
from tests.walker.games_walk import walked
from tests.walker.pages import Failure


@dataclass(frozen=True)
class Fault:
    """What is wrong, the walks that meet it, one or the other, and what the walker says then."""

    name: str
    plant: Callable[[], AbstractContextManager[Any]]
    seeds: tuple[int, ...]
    says: str
    most: int = 60
    patience: int = MOST_ACTS

    def found(self) -> str:
        """What the walker says of it; nothing where it sees nothing."""
        for seed in self.seeds:
            with self.plant():
                try:
                    walked(seed, self.most, self.patience)
                except Failure as failure:
                    return failure.what
        return ""


def _joined() -> AbstractContextManager[Any]:
    def looked_up(table: Any, event: Event) -> Any:
        return table.units.get(getattr(event, "unit", "") or getattr(event, "by", ""))

    return patch.object(telling, "_unit_in", looked_up)


def _cut() -> AbstractContextManager[Any]:
    """At a length that a short walk meets: few names of questions have more than 100 letters today."""
    return patch.object(forms, "_prompt", lambda form: form.get("prompt", "")[:8])


def _part(change: Callable[[Any, str], Any]) -> AbstractContextManager[Any]:
    """What an audience is shown comes out otherwise."""
    usual = views.part_for
    return patch.object(
        views, "part_for", lambda desk, audience, *me: change(usual(desk, audience, *me), audience)
    )


def _broken(when: Callable[[Any], bool]) -> AbstractContextManager[Any]:
    def change(part: Any, _audience: str) -> Any:
        if when(part):
            raise RuntimeError("planted")
        return part

    return _part(change)


def _wrong_seat() -> AbstractContextManager[Any]:
    return _part(lambda part, audience: replace(part, seat="one") if audience == "two" else part)


def _html(old: str, new: str) -> AbstractContextManager[Any]:
    """What is drawn reads otherwise."""
    return patch.object(views, draw_text.__name__, lambda part: draw_text(part).replace(old, new))


def _stale() -> AbstractContextManager[Any]:
    return patch.object(live, "seen_as", lambda audience, _: audience.encode().hex())


def _refused_action() -> AbstractContextManager[Any]:
    usual = forms.ANSWER_READERS["take"]

    def take(form: QueryDict) -> Any:
        said: Any = usual(form)
        refuse_if(Source("game").problem("game.not_now") if said.action == "console" else None)
        return said

    return patch.dict(forms.ANSWER_READERS, take=take)


def _begun(part: Any) -> bool:
    return part.table.phase not in ("lobby", "setup")


FAULTS: Final = (
    Fault("pages answer 500 after a unit joined", _joined, (7, 27), "unhashable"),
    Fault("long prompts are cut", _cut, (1, 17), "refused though drawn", 150),
    Fault("a form is drawn for the wrong seat", _wrong_seat, (1,), "form of another seat"),
    Fault("a prompt has no answer", lambda: _html(
        "data-main type=", "data-main disabled type="), (1,), "no answer"),
    Fault("500 on the watcher's page only", lambda: _broken(
        lambda part: part.audience == "watch" and _begun(part)), (1,), "planted", 120),
    Fault("500 on one phone for both only", lambda: _broken(
        lambda part: part.audience == "both" and _begun(part)), (7,), "planted", 120),
    Fault("500 at the end only", lambda: _broken(
        lambda part: bool(part.table.ended)), (1,), "planted", 200, 20),
    Fault("a digest stays the same", _stale, (1,), "kept its name"),
    Fault("a button posts to another prompt", lambda: _html(
        'name="prompt" value="', 'name="prompt" value="x.'), (1,), "refused though drawn"),
    Fault("a mission action is refused though drawn", _refused_action, (3, 13, 23),
          "refused though drawn", 200),
)  # fmt: skip


def main() -> int:
    """Plant each, and tell what the walker says; 1 where it missed one."""
    missed = 0
    for number, fault in enumerate(FAULTS, 1):
        began = time.process_time()
        what = fault.found()
        seen = fault.says in what
        missed += not seen
        said = what.splitlines()[0][:100] if what else "nothing"
        took = time.process_time() - began
        print(f"{number:>2} {'found ' if seen else 'MISSED'} {took:4.1f} s  {fault.name}: {said}", flush=True)
    print(f"{len(FAULTS)} planted, {len(FAULTS) - missed} found")
    return 1 if missed else 0
