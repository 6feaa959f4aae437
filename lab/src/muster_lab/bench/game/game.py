"""`muster-lab bench game`: an act in a long game, and its frame on the other phone and on 20 watching ones.

Acts go through Django's test client and all middleware to a throwaway SQLite file; frames come from the
live app itself, woken by the same change feed as on the site.
"""

import asyncio
import gc
from collections.abc import Callable
from math import inf
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any, Final

import click

from muster_lab.bench.game import operation
from muster_lab.bench.game.long_game import LongGame
from muster_lab.bench.pages import quiet_database
from muster_lab.bench.timing import print_figures

EVENTS: Final = 1500
ACTS: Final = 40
MOST_OF_A_GAME: Final = 15  # how many acts of each kind the last rounds of Special Operations leave
WATCHERS: Final = 20
LIMIT_MS: Final = 25
MOST_QUERIES: Final = 12
LATEST_MS: Final = 1000
TRANSACTION: Final = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


class Phone:
    """One end of a live connection."""

    def __init__(self, app: Any, ticket: str) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.hung_up = asyncio.Event()
        scope = {"type": "http", "path": "/live", "query_string": f"ticket={ticket}".encode()}
        self.task = asyncio.create_task(app(scope, self._receive, self.sent.put))

    async def _receive(self) -> dict[str, Any]:
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def frame(self) -> bytes:
        """The next frame, skipping keep-alives."""
        while True:
            sent = await asyncio.wait_for(self.sent.get(), 10)
            body: bytes = sent.get("body", b"")
            if body.startswith(b"id:"):
                return body


def time_acts(game: LongGame, many: int) -> dict[str, float]:
    """CPU milliseconds and database queries of an act: through the API, and from a phone including its
    page."""
    from uuid import UUID

    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    phone = Client(headers={"host": "localhost"})
    phone.force_login(game.accounts["one"], backend="django.contrib.auth.backends.ModelBackend")
    address = f"/api/v1/games/{UUID(game.id)}/acts"

    def by_api(answer: dict[str, Any]) -> Any:
        return phone.post(address, {"act": "speak", "said": answer}, content_type="application/json")

    def by_page(answer: dict[str, Any]) -> Any:
        do = f"token {answer['unit']} {answer['token']}{' off' if answer['number'] < 0 else ''}"
        form = {"do": do, "key": f"{perf_counter()}", "seat": "one"}
        return phone.post(f"/game/{game.id}/act", form, headers={"hx-request": "true"})

    figures = {"an act without its page, CPU ms": median(_taps(game, many))}
    for name, send in (("API", by_api), ("page", by_page)):
        figures[f"an act by the {name}, CPU ms"] = median(_spans(game, send, many))
        answer = game.next_answer()
        with CaptureQueriesContext(connection) as asked:
            send(answer)
        questions = [query for query in asked.captured_queries if not query["sql"].startswith(TRANSACTION)]
        figures[f"an act by the {name}, queries"] = len(questions)
    return figures


def _taps(game: LongGame, many: int) -> list[float]:
    spans = []
    gc.collect()
    for _ in range(many):
        start = process_time()
        game.tap()
        spans.append((process_time() - start) * 1000)
    return spans


def _spans(game: LongGame, send: Callable[[dict[str, Any]], Any], many: int) -> list[float]:
    spans = []
    gc.collect()
    for _ in range(many):
        words = game.next_answer()
        start = process_time()
        answer = send(words)
        spans.append((process_time() - start) * 1000)
        if answer.status_code != 200:
            raise click.ClickException(f"an act answers {answer.status_code}")
    return spans


async def time_frames(game: LongGame, many: int) -> dict[str, float]:
    """Milliseconds from a tap to its frame on the other phone, and on the last of the watching phones.

    The feed discovers the commit by itself, as on the site.
    """
    from muster.store.log.feed import DatabaseFeed
    from muster.web import live

    feed, stream = DatabaseFeed(), f"game:{game.id}"
    other = str(game.accounts["two"].pk)
    app = live.LiveApp(feed, lambda _: other)
    await asyncio.to_thread(feed.start)
    phones = [Phone(app, live.issue_ticket(stream, "two", other))]
    phones += [Phone(app, live.issue_ticket(stream, "watch")) for _ in range(WATCHERS)]
    for phone in phones:
        await phone.frame()
    theirs, last = [], []
    for _ in range(many):
        start = perf_counter()
        await asyncio.to_thread(game.tap)
        await phones[0].frame()
        theirs.append((perf_counter() - start) * 1000)
        await asyncio.gather(*(phone.frame() for phone in phones[1:]))
        last.append((perf_counter() - start) * 1000)
    app.stop()
    await asyncio.gather(*(phone.task for phone in phones))
    await asyncio.to_thread(feed.stop)
    return {
        "a frame on the other phone, p95 ms": quantiles(theirs, n=20)[-1],
        f"a frame at the last of {WATCHERS} watchers, p95 ms": quantiles(last, n=20)[-1],
    }


def figures_over_limit(figures: dict[str, float]) -> list[str]:
    """One sentence for each figure that is over its limit."""
    limits = {"CPU ms": LIMIT_MS, "queries": MOST_QUERIES, "p95 ms": LATEST_MS}
    most = {name: limits.get(name.rpartition(", ")[2]) for name in figures}
    return [
        f"Above {most[name]}: {name}." for name, figure in figures.items() if figure > (most[name] or inf)
    ]


@click.command("game")
@click.option("--events", type=click.IntRange(200, 20_000), default=EVENTS, show_default=True)
@click.option(
    "--mode", type=click.Choice(["recon", "special-operations"]), default="recon", show_default=True
)
@click.option(
    "--acts",
    type=click.IntRange(4, 1000),
    default=ACTS,
    show_default=True,
    help="How often each is measured.",
)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(events: int, mode: str, acts: int, as_json: bool) -> None:
    """CPU milliseconds and queries of an act on a long game; frames to the other phone and to watchers. Of
    Special Operations: acts of the last two rounds, without frames, however many events it has. Ends with
    1 where a figure is above its limit."""
    with quiet_database():
        figures = _recon(events, acts) if mode == "recon" else operation.measure(min(acts, MOST_OF_A_GAME))
    print_figures(figures, as_json)
    if slow := figures_over_limit(figures):
        click.echo("\n".join(slow), err=True)
        raise SystemExit(1)


def _recon(events: int, many: int) -> dict[str, float]:
    game = LongGame(events)
    return time_acts(game, many) | asyncio.run(time_frames(game, many // 2))
