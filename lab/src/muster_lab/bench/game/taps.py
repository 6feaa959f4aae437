"""`muster-lab bench taps`: what a tap costs in this version and in another one, on the same stored games.

    git worktree add ../old COMMIT                                     with its own .venv
    python -m tests.older_games make ../old games.jsonl.xz 20          the games, as that version stores them
    muster-lab bench taps ../old games.jsonl.xz

From several points of every game both players have the page open; then one of them answers as the stored game
did, or changes a token on a unit's row. A tap is the act with the page of who acted and that of the other.
The file itself is run by the Python of either version, so it asks only for what both have: addresses, the
store, accounts.
"""

import json
import lzma
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final
from uuid import uuid4

import click

POINTS: Final = (0.3, 0.55, 0.8)
"""How far a game has come when it is tapped."""
TOKENS: Final = ("aim", "dodge", "surge", "observation", "standby", "commander")
HERE: Final = Path(__file__).resolve().parents[5]
PART: Final = re.compile(r'data-part="([^"]+)"')
Game = dict[str, Any]


class Phones:
    """A stored game up to an act, open on two phones."""

    def __init__(self, game: Game, acts: int) -> None:
        from django.test import Client

        from muster.store.accounts import Account

        names = (f"{seat}{uuid4().hex[:12]}" for seat in ("one", "two"))
        accounts = [Account.objects.create(handle=name, name=name, password="!") for name in names]  # noqa: S106
        self.id = uuid4().hex
        self._store(game["acts"][:acts], dict(zip(("player-one", "player-two"), accounts, strict=True)))
        self.clients = {}
        for seat, account in zip(("one", "two"), accounts, strict=True):
            client = Client(headers={"host": "localhost"})
            client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
            self.clients[seat] = client
        self.parts = {seat: set[str]() for seat in self.clients}
        self.unit = "one.1"
        self.prompt = ""
        for seat in self.clients:
            self.open_page(seat)

    def _store(self, acts: list[Any], accounts: dict[str, Any]) -> None:
        from datetime import UTC, datetime

        from django.db import transaction

        import muster.rules.game.game  # noqa: F401 - its events are known then
        from muster.app.streams import Write
        from muster.rules.log import KINDS
        from muster.store.log.database import DatabaseStore

        version, store = 0, DatabaseStore()
        with transaction.atomic():
            for act in acts:
                text = json.dumps(act)
                for player, account in accounts.items():
                    text = text.replace(f'"{player}"', f'"{account.pk}"')
                events = tuple(
                    KINDS.decode(kind, number, json.dumps(fields).encode())
                    for kind, number, fields in json.loads(text)
                )
                write = Write(f"game:{self.id}", version, events)
                actor = str(next(iter(accounts.values())).pk)
                store.append([write], actor=actor, at=datetime.now(UTC), batch=str(uuid4()))
                version += len(events)

    def open_page(self, seat: str) -> None:
        """The page as a phone fetches it while it has most of it."""
        answer = self.clients[seat].get(f"/game/{self.id}/live", headers=self._headers(seat))
        self._receive(seat, answer)

    def answer(self, seat: str, words: Game) -> None:
        """Say what a stored game says next; both phones get their pages."""
        prompt = {"prompt": self.prompt} if "prompt" in words else {}
        body = {"act": "speak", "said": words | prompt}
        address = (
            f"/api/v1/games/{self.id[:8]}-{self.id[8:12]}-{self.id[12:16]}-{self.id[16:20]}-{self.id[20:]}"
        )
        sent = self.clients[seat].post(f"{address}/acts", body, content_type="application/json")
        if sent.status_code != 200:
            raise click.ClickException(f"{words} answers {sent.status_code}: {sent.content[:300]!r}")
        for phone in self.clients:
            self.draw_frame(phone)

    def draw_frame(self, seat: str) -> None:
        """What the live app sends to a phone."""
        from muster.web import live

        stream = f"game:{self.id}"
        kind: Any = live.KINDS["game"]
        if hasattr(kind, "fragment"):
            kind.fragment(stream, seat)[1].since(self.parts[seat])
        else:
            kind.render(stream, seat)

    def tap_token(self, token: str) -> None:
        """A token more on a row of the first seat."""
        form = {"do": f"token {self.unit} {token}", "key": str(uuid4()), "seat": "one"}
        sent = self.clients["one"].post(f"/game/{self.id}/act", form, headers=self._headers("one"))
        self._receive("one", sent)
        self.draw_frame("two")

    def _headers(self, seat: str) -> dict[str, str]:
        return {"hx-request": "true", "muster-parts": " ".join(sorted(self.parts[seat])[:400])}

    def _receive(self, seat: str, answer: Any) -> None:
        if answer.status_code != 200:
            raise click.ClickException(f"a page answers {answer.status_code}: {answer.content[:300]!r}")
        page = answer.content.decode()
        kept = " ".join(re.findall(r'data-parts="([^"]+)"', page)).split()
        self.parts[seat] = {*PART.findall(page), *kept}
        if asked := re.search(r'name="prompt" value="([^"]*)"', page):
            self.prompt = asked.group(1)
        if standing := re.search(r'value="wound (one\.\d+)"', page):
            self.unit = standing.group(1)


def taps(path: str, most: int) -> Iterator[tuple[str, float]]:
    """Mode and kind of each tap with its CPU milliseconds."""
    with lzma.open(path) as lines:
        games = [json.loads(line) for line in lines]
    for mode in dict.fromkeys(game["mode"] for game in games):
        for game in [game for game in games if game["mode"] == mode][:most]:
            yield from ((f"{mode}, {kind}", spent) for kind, spent in _taps_of(game))


def _taps_of(game: Game) -> Iterator[tuple[str, float]]:
    lobby = len(game["acts"]) - len(game["said"])
    for point in POINTS:
        said = int(point * len(game["said"]))
        phones, (seat, words) = Phones(game, lobby + said), game["said"][said]
        if game["mode"] != "special-operations":
            spans = [_milliseconds(phones.tap_token, token) for token in TOKENS]
            yield "token", median(spans)
        phones.open_page(seat)
        yield "answer", _milliseconds(phones.answer, seat, words)


def _milliseconds(work: Any, *arguments: object) -> float:
    start = process_time()
    work(*arguments)
    return (process_time() - start) * 1000


def use_database(folder: str) -> None:
    """The tables of this version in a folder."""
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/muster.sqlite3"
    from muster.cli.django_setup import use_django

    use_django(folder)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def store_game(path: str, folder: str) -> tuple[str, str]:
    """A stored game in the middle, and the session of its first player."""
    use_database(folder)
    with lzma.open(path) as lines:
        game = json.loads(next(lines))
    lobby = len(game["acts"]) - len(game["said"])
    phones = Phones(game, lobby + len(game["said"]) // 2)
    return phones.id, phones.clients["one"].cookies["sessionid"].value


def measure(path: str, most: int) -> dict[str, list[float]]:
    """All taps of this version by their kind."""
    with tempfile.TemporaryDirectory() as folder:
        use_database(folder)
        spans: dict[str, list[float]] = {}
        for kind, spent in taps(path, most):
            spans.setdefault(kind, []).append(spent)
    return spans


def _run(checkout: Path, path: str, most: int) -> dict[str, list[float]]:
    command = [str(checkout / ".venv" / "bin" / "python"), __file__, path, str(most)]
    environment = {"PYTHONPATH": str(checkout / "src"), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""}
    printed = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603 - a checkout's own Python
    found: dict[str, list[float]] = json.loads(printed.splitlines()[-1])
    return found


@click.command("taps")
@click.argument("checkout", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("games", type=click.Path(exists=True, dir_okay=False))
@click.option("--each", default=4, show_default=True, help="Games of each mode.")
@click.option("--turns", default=3, show_default=True, help="How often each version runs, in turns.")
def command(checkout: Path, games: str, each: int, turns: int) -> None:
    """CPU milliseconds of a tap with both players' pages: another version, this one, and their ratio."""
    games = str(Path(games).resolve())
    runs = [(_run(checkout.resolve(), games, each), _run(HERE, games, each)) for _ in range(turns)]
    for kind in runs[0][0]:
        before, now = (sum(map(min, zip(*(run[side][kind] for run in runs), strict=True))) for side in (0, 1))
        number = len(runs[0][0][kind])
        click.echo(f"{kind:30}{before / number:9.2f}{now / number:9.2f}{now / before:8.2f}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["store", games_file, data_folder]:
            click.echo(json.dumps(store_game(games_file, data_folder)))
        case [games_file, number]:
            click.echo(json.dumps(measure(games_file, int(number))))
