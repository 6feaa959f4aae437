"""`muster-lab bench print`: how much memory a server holds after printing many different sheets of a
large event."""

import json
from time import perf_counter

import click

MB = 1024 * 1024


def measure(players: int, sheets: int) -> dict[str, float]:
    """Megabytes before and after, for this process and for the typesetter process; and seconds per sheet."""
    from muster.web.print import pdf, typesetting
    from muster.web.print.tournament.heading import EventHeading
    from muster.web.print.tournament.pairings import PairingSheet, Seat

    def pairings(number: int) -> PairingSheet:
        heading = EventHeading(event=f"Bench {number}", about="", title="Round 1", note="", paper="a4")
        seats = tuple(
            Seat(
                name=f"Player {seat} of {number}",
                table=seat // 2 + 1,
                against=f"Player {seat ^ 1} of {number}",
            )
            for seat in range(players)
        )
        return PairingSheet(heading=heading, seats=seats)

    workshop, workers, largest = typesetting.beside(), set(), 0
    before, began = typesetting.memory(), perf_counter()
    try:
        for number in range(sheets):
            pdf("tournament_names", pairings(number))
            if workshop.worker:
                workers.add(workshop.worker.process.pid)
                largest = max(largest, workshop.worker.memory)
        spent, after = perf_counter() - began, typesetting.memory()
    finally:
        typesetting.here()
    return {
        "players": players,
        "sheets": sheets,
        "server_before_mb": round(before / MB, 1),
        "server_after_mb": round(after / MB, 1),
        "typesetter_largest_mb": round(largest / MB, 1),
        "typesetters": len(workers),
        "seconds_a_sheet": round(spent / sheets, 3),
    }


@click.command("print")
@click.option("--players", type=click.IntRange(2, 4096), default=512, show_default=True)
@click.option("--sheets", type=click.IntRange(1, 1000), default=50, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(players: int, sheets: int, as_json: bool) -> None:
    """Memory before and after many PDFs of a large event, every one of them new."""
    figures = measure(players, sheets)
    if as_json:
        click.echo(json.dumps(figures))
        return
    for name, figure in figures.items():
        click.echo(f"{name:<28}{figure:>10}")
