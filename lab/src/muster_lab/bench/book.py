"""`muster-lab bench book`: CPU milliseconds a battle of a campaign's book, for a short season and a long one.

Each season is fought through the use cases in a throwaway database, ten units a side and every one of them
defeated in every battle. A book is made once, since the typesetter keeps what it has set before; the fonts
are found by an empty book that is not counted.
"""

import json
from time import process_time
from typing import Final

import click
import msgspec

from muster_lab.bench.log import database
from muster_lab.bench.world import season_of, without_disk_syncs

SEASONS: Final = (10, 100)
MILLI: Final = 1e3


def measure(seasons: tuple[int, ...]) -> list[dict[str, float]]:
    """Each season, by the number of its battles."""
    with database(None), without_disk_syncs():
        _find_fonts()
        return [_measure_season(battles) for battles in seasons]


def _find_fonts() -> None:
    from muster.web.print.campaign.book import CampaignBook, book_pdf

    words = dict.fromkeys(("name", "dates", "summary", "about"), "")
    lists = ("standings", "rivalries", "feared", "battles", "registers", "fallen", "missions")
    book_pdf(msgspec.convert({**words, **dict.fromkeys(lists, ()), "over": False}, CampaignBook))


def _measure_season(battles: int) -> dict[str, float]:
    """Reading it and setting its book, in milliseconds of CPU a battle."""
    from django.db import transaction

    from muster.cli.demo.command import PEOPLE
    from muster.store.accounts import Account
    from muster.web.campaign.club.book import BookMaker
    from muster.web.campaign.club.book_page import sources_for
    from muster.web.print.campaign.book import book_pdf

    with transaction.atomic():
        people = {
            handle: Account.objects.create(handle=f"{handle}{battles}", name=name, password="!")  # noqa: S106
            for handle, name in PEOPLE.items()
        }
        season = season_of(people)
        for _ in range(battles):
            season.fight()
    sources = sources_for(str(people["ann"].pk))
    began = process_time()
    book, photos = BookMaker(sources, season.club, lambda _, __: None).book()
    read = process_time()
    made = book_pdf(book, photos)
    done = process_time()
    return {
        "battles": battles,
        "read_ms": round((read - began) * MILLI / battles, 2),
        "set_ms": round((done - read) * MILLI / battles, 2),
        "all_ms": round((done - began) * MILLI / battles, 2),
        "kilobytes": round(len(made) / 1000),
    }


@click.command("book")
@click.option("--battles", type=click.IntRange(1, 1000), multiple=True, default=SEASONS, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(battles: tuple[int, ...], as_json: bool) -> None:
    """CPU a battle of a campaign's book; of several seasons the ratio, too."""
    figures = measure(battles)
    if as_json:
        click.echo(json.dumps(figures))
        return
    click.echo(" ".join(f"{name:>10}" for name in figures[0]))
    for row in figures:
        click.echo(" ".join(f"{figure:>10}" for figure in row.values()))
    if len(figures) > 1:
        click.echo(f"the last against the first: {figures[-1]['all_ms'] / figures[0]['all_ms']:.2f}")
