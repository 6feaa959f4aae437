"""Fills a fresh database with a small, believable world. Every feature adds its part to `PARTS`."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from muster.cli.demo.days import GAME_NIGHT
from muster.cli.django_setup import need_tables, use_django

if TYPE_CHECKING:
    from muster.store.accounts import Account

PASSWORD = "muster-demo"  # noqa: S105 -- it is printed on purpose; never use the demo on an open server
PEOPLE = {"ann": "Ann Okoro", "bo": "Bo Lindqvist", "cass": "Cass Moreau"}
REBELS = (
    "https://legionhq2.com/list/rebels/1000:1adpqrfjbda,1jg0+1ji,2gv00000,1gv000ib0,1ahiz0ro0,3if00,1xy0yg000,"
    "2vu000vp,3aofe0,cq,bl,ck,bk,cd,bj,Ag,Ah,Ai,Aa,Ab,Ac,yu,yv,Eu"
)
People = Mapping[str, "Account"]


@click.command(name="demo")
@click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
def command(data: str | None) -> None:
    """Fill a fresh database with a small world to look around in."""
    use_django(data)
    for line in fill():
        click.echo(line)
    names = ", ".join(PEOPLE)
    click.echo(f"Sign in as {names} with the password {PASSWORD}. Do not open this server to strangers.")


def fill() -> Iterator[str]:
    """Fill the database, which must have no accounts, and say what is there now, part by part."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    need_tables()
    _only_fresh()
    people = _people()
    for part in PARTS:
        yield part(people)


def _only_fresh() -> None:
    from muster.store.accounts import Account

    if Account.objects.exclude(handle=None).exists():
        raise click.UsageError("This database has accounts already. Choose an empty folder with --data.")


def _people() -> People:
    from muster.app.accounts.accounts import open_account
    from muster.store.accounts import ACCOUNTS

    return {handle: open_account(ACCOUNTS, handle, PASSWORD, name) for handle, name in PEOPLE.items()}


def _dice_tables(people: People) -> str:
    """One open table, and one closed table with its seeds revealed."""
    from muster.app.acting import Act, Command
    from muster.app.dice.commands import CloseTable, OpenTable, RollDice, TypeDice
    from muster.app.dice.table import HANDLERS, DiceContext
    from muster.rules.dice.faces import Die
    from muster.store.accounts import new_id
    from muster.store.log.database import DatabaseStore

    store = DatabaseStore()
    minutes = iter(range(1000))

    def do(handle: str, stream: str, command: Command) -> None:
        at = GAME_NIGHT + timedelta(minutes=next(minutes))
        HANDLERS.handle(DiceContext(store, stream), Act(str(people[handle].pk), at, str(new_id())), command)

    closed, still_open = f"table:{new_id().hex}", f"table:{new_id().hex}"
    do("ann", closed, OpenTable(name="Thursday, the bridge"))
    do("ann", closed, RollDice(dice=(Die.ATTACK_RED,) * 3 + (Die.ATTACK_BLACK,) * 2, note="Scouts"))
    do("bo", closed, RollDice(dice=(Die.DEFENCE_RED,) * 4, note="cover held"))
    do("bo", closed, TypeDice(dice=(Die.DEFENCE_WHITE,), faces=("surge",), note="rally"))
    do("ann", closed, CloseTable())
    do("bo", still_open, OpenTable(name="Friday, table 3"))
    do("cass", still_open, RollDice(dice=(Die.ATTACK_WHITE,) * 6, note="B1s from the ridge"))
    return f"Two dice tables: /table/{closed[6:]} (closed) and /table/{still_open[6:]} (open)."


def _armies(people: People) -> str:
    """Two armies that are legal, one draft that is not, one of them public."""
    from muster.app.acting import Act
    from muster.app.armies import saving
    from muster.app.armies.saving import Results, Shared
    from muster.cli.demo.armies import full_army
    from muster.rules.armies.army import Army
    from muster.rules.armies.building.edits import add_unit, new_army, set_words
    from muster.rules.armies.exchange import read_any
    from muster.rules.cards import catalogue
    from muster.store.accounts import new_id
    from muster.store.armies import DatabaseArmies, new_code

    store, cards = DatabaseArmies(), catalogue()

    def act(owner: str) -> Act:
        return Act(owner, GAME_NIGHT, str(new_id()))

    def keep(handle: str, army: Army, name: str) -> saving.SavedArmy:
        return saving.create_army(
            store, act(str(people[handle].pk)), str(new_id()), new_code(), set_words(army, name=name)
        )

    watch = keep("ann", full_army(cards), "Echo Watch")
    ridge = keep("bo", read_any(REBELS).army, "The Ridge")
    draft = add_unit(add_unit(new_army("republic", cards), cards, "fz"), cards, "fz")
    keep("ann", draft, "Grey tide, a draft")
    mine = act(watch.owner)
    saving.set_results(store, mine, watch.id, Results(4, 1, 2))
    saving.set_tags(store, mine, watch.id, ("winter", "club"))
    shared = saving.share_army(store, act(ridge.owner), ridge.id, Shared.PUBLIC, hand_hidden=True)
    return f"3 armies; anyone can read /a/{shared.code} ."


def _campaign(people: People) -> str:
    """A young Register, and a club's campaign with one battle behind it."""
    from muster.cli.demo import campaign

    return f"{campaign.register(people)}\n{campaign.campaign(people)}"


def _event(people: People) -> str:
    """A running event."""
    from muster.cli.demo import tournament

    return tournament.event(people)


def _game(people: People) -> str:
    """A running game."""
    from muster.cli.demo import game

    return game.game(people)


PARTS: tuple[Callable[[People], str], ...] = (_dice_tables, _armies, _campaign, _event, _game)
