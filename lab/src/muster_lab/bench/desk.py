"""`muster-lab bench desk`: what entering every result of a round costs, in the first round and in a late
one.

Each result goes through Django's test client and all middleware, the way the scoring page sends it without
a reload, to a throwaway SQLite file. The event grows by a round each time; the cost of a result must not.
"""

import gc
from collections.abc import Mapping
from statistics import median
from time import process_time
from typing import Any, Final

import click

from muster.cli.demo.tournament import Hall, begin_event
from muster.rules.tournament.chance import Draw
from muster.rules.tournament.games import Game, Tally
from muster.rules.tournament.pairing.check import check
from muster.rules.tournament.pairing.swiss import Entrant, pair
from muster.rules.tournament.scoring.results import Slip
from muster_lab.bench.pages import quiet_database
from muster_lab.bench.timing import print_figures, time_calls

ROUNDS: Final = 5
MOST_RATIO: Final = 1.3
WITH_A_BYE: Final = 1023
PAIRINGS: Final = 9
HTMX: Final = {"hx-request": "true", "hx-target": "results"}


def numbers(table: int) -> tuple[int, int]:
    """Victory points for a table's game; one side always wins."""
    chance = Draw("bench desk", f"table {table}")
    low = chance.below(6)
    return (low + 3, low) if chance.below(2) else (low, low + 3)


def time_entries(browser: Any, hall: Hall) -> list[float]:
    """CPU milliseconds for each result of a round, entered one after the other."""
    from django.urls import reverse

    hall.open_round()
    current = hall.my.load(hall.event).state.rounds[-1]
    address, spans = reverse("event-desk-results", kwargs={"event": hall.id}), []
    gc.collect()
    for game in current.drawn.round.games:
        first, second = numbers(game.table)
        form = {"victory1": first, "victory2": second, "how": "rounds", "table": game.table}
        sent = form | {"round": current.number, "key": f"{current.number}-{game.table}"}
        start = process_time()
        answer = browser.post(address, sent, headers=HTMX)
        spans.append((process_time() - start) * 1000)
        if answer.status_code != 200:
            raise click.ClickException(f"table {game.table} answers {answer.status_code}")
    return spans


def play_round(hall: Hall) -> None:
    """Play a round without measuring it."""
    hall.open_round()
    hall.results(_slip)


def _slip(_: int, game: Game) -> Slip:
    first, second = numbers(game.table)
    return Slip(tallies=(Tally(victory=first, score=60 * first), Tally(victory=second, score=55 * second)))


def measure(players: int) -> dict[str, float]:
    """The medians of the first and the last round, their ratio, and round 1 with a bye."""
    from django.test import Client

    from muster.app.tournament.commands import CloseRound
    from muster.store.accounts import Account

    organiser = Account.objects.create(handle="cass", name="Cass", password="!")  # noqa: S106 - never typed
    browser = Client(headers={"host": "localhost"})
    browser.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    hall, found = begin_event(players, str(organiser.pk), ROUNDS), dict[int, float]()
    for number in range(1, ROUNDS + 1):
        if number in (1, ROUNDS):
            found[number] = median(time_entries(browser, hall))
        else:
            play_round(hall)
        hall.do(CloseRound())
    return {
        "a result in round 1, CPU ms": found[1],
        f"a result in round {ROUNDS}, CPU ms": found[ROUNDS],
        "ratio": found[ROUNDS] / found[1],
    }


def time_round_with_bye(players: int, repeat: int) -> float:
    """Milliseconds to pair round 1 with an odd number of players and to check that pairing."""
    field = [Entrant(f"p{number}", 0) for number in range(players)]
    return time_calls(lambda: check(field, pair(field, 1, "bench"), 1), repeat)[1]


@click.command("desk")
@click.option("--players", type=click.IntRange(8, 1024), default=512, show_default=True)
@click.option(
    "--repeat", type=click.IntRange(1, 1000), default=PAIRINGS, show_default=True, help="Pairings with a bye."
)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(players: int, repeat: int, as_json: bool) -> None:
    """CPU milliseconds of entering results in round 1 and round 5, and of round 1 with a bye."""
    with quiet_database():
        figures: Mapping[str, float] = measure(players)
    bye = {f"round 1 of {WITH_A_BYE:,} players, CPU ms": time_round_with_bye(WITH_A_BYE, repeat)}
    print_figures({**figures, **bye}, as_json)
    if figures["ratio"] > MOST_RATIO:
        click.echo(f"A result costs {figures['ratio']:.2f} times as much in round {ROUNDS}.", err=True)
