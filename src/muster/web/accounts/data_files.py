"""What the archive of one's own data holds: what was made, kept and done here, as far as its owner may see.

Games and events hold others' secrets too: the archive has them as their own pages show them to this person.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from django.http import HttpRequest

from muster.app.armies.saving import SavedArmy
from muster.app.campaign.export import export_campaign as campaign_file
from muster.app.request_store import RequestStore
from muster.app.tournament.access import TournamentQueries
from muster.app.tournament.export import export_tournament
from muster.rules.campaign.battle.events import BattleOpened
from muster.rules.campaign.register.events import BattleJoined
from muster.rules.game.log.events import STREAM as GAMES
from muster.rules.game.replaying.game_file import game_file
from muster.rules.log import Recorded, to_json
from muster.rules.log.views import Viewer, view
from muster.rules.tournament.file import write_file
from muster.store.accounts import Account, ApiToken
from muster.store.admin import Report
from muster.store.armies import DatabaseArmies
from muster.store.campaign.arcs import HomebrewArc
from muster.store.campaign.opponents import OpponentName
from muster.store.campaign.stories import DatabaseStories
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.collection import DatabaseCollection
from muster.store.log.models import LogEvent
from muster.store.webhooks import Webhook
from muster.web.campaign.requests import clubs_of, registers_of
from muster.web.game.desks import desk_over
from muster.web.requests import store_for
from muster.web.tournament.requests import tournament_queries

ABOUT: Final = """Your data on Muster

account.json      your account; passwords, tokens and the keys of passkeys are not in this archive
armies/           every army with all its versions, archived ones too
collection.json   the cards you own
registers/        each Register: its log, its battles as your side sees them, your words and pictures
campaigns/        the campaigns you are a member of, as members see them
events/           the events you run or play in, as you see them
games/            the games you played that are closed, as you saw them
acts.json         when you did what: every entry of a log that was written in your name, games apart
"""
File = tuple[str, bytes]
Part = Callable[[], Iterable[File]]


def parts_of(request: HttpRequest, account: Account) -> list[Part]:
    """Every part of the archive: it is made one after the other, and tells how far it is."""
    me, look = str(account.pk), store_for(request)
    events = tournament_queries(request)
    cards = [card.tournament for card in events.mine(me)]
    games = DatabaseRoles().streams(me, "member", GAMES)
    return [
        partial(_about, account),
        *(partial(_army, DatabaseArmies(), saved) for saved in _saved_armies(me)),
        *(partial(_register, look, stream) for stream in registers_of(request).streams(me)),
        *(partial(_campaign, look, stream, me) for stream, _ in clubs_of(request).mine(me)),
        *(partial(_event, events, stream, me) for stream in cards),
        *(partial(_game, look, stream, me) for stream in games),
        partial(_acts_file, me),
    ]


def _about(account: Account) -> Iterator[File]:
    yield "README.txt", ABOUT.encode()
    yield "account.json", _json(_account(account))
    yield "collection.json", _json(DatabaseCollection().cards_of(str(account.pk)))


def _campaign(look: RequestStore, stream: str, me: str) -> Iterator[File]:
    yield f"campaigns/{_id(stream)}.json", campaign_file(look, stream, member=me)


def _event(events: TournamentQueries, stream: str, me: str) -> Iterator[File]:
    yield f"events/{_id(stream)}.json", write_file(export_tournament(events, me, stream))


def _game(look: RequestStore, stream: str, me: str) -> Iterator[File]:
    desk = desk_over(look, _id(stream))
    if desk.game.table.closed and (audience := desk.audience(me)):
        yield f"games/{_id(stream)}.jsonl", game_file(desk.log, audience)


def _acts_file(me: str) -> Iterator[File]:
    yield "acts.json", _json(list(_acts(me)))


def _account(account: Account) -> dict[str, Any]:
    kept = {name: getattr(account, name) for name in ("handle", "name", "email", "joined", "theme")}
    tokens = ApiToken.objects.filter(account=account).order_by("pk")
    arcs = HomebrewArc.objects.filter(account=account).order_by("pk")
    return kept | {
        "id": str(account.pk),
        "tokens": list(tokens.values("label", "made", "used")),
        "devices": list(account.devices.order_by("pk").values("name", "since", "seen")),
        "passkeys": list(account.passkeys.order_by("pk").values("label", "host", "made", "used")),
        "story_arcs": [
            msgspec.Raw(document.encode()) for document in arcs.values_list("document", flat=True)
        ],
        "webhooks": list(Webhook.objects.filter(account=account).values("stream", "address", "topics")),
        "reports": list(Report.objects.filter(by=account).values("address", "reason", "words", "made")),
        "opponents": list(OpponentName.objects.filter(account=account).values("battle", "name")),
    }


def _saved_armies(me: str) -> list[SavedArmy]:
    store = DatabaseArmies()
    return [saved for away in (False, True) for saved in store.armies_of(me, archived=away)]


def _army(store: DatabaseArmies, saved: SavedArmy) -> Iterator[File]:
    yield f"armies/{saved.code}.json", _json({"army": saved, "versions": store.versions(saved.id)})


def _register(look: RequestStore, stream: str) -> Iterator[File]:
    log, folder, shelf = look.read(stream), f"registers/{_id(stream)}", DatabaseStories()
    yield f"{folder}/log.jsonl", _lines(log)
    yield f"{folder}/words.json", _json(shelf.reports(stream))
    pictures = shelf.pictures(stream)
    yield f"{folder}/pictures.json", _json(pictures)
    for picture in pictures:
        yield f"{folder}/{picture.id}.jpg", shelf.pixels(picture.id)
    battles = list(
        dict.fromkeys(entry.event.battle for entry in log if isinstance(entry.event, BattleJoined))
    )
    look.open(battles)
    for battle in battles:
        yield f"{folder}/battle-{_id(battle)}.jsonl", _lines(_as_side(look.read(battle), stream))


def _as_side(battle: Sequence[Recorded], register: str) -> list[Recorded]:
    """A battle's log as the side of this Register may see it."""
    sides = next(entry.event.registers for entry in battle if isinstance(entry.event, BattleOpened))
    own = (f"side:{side}" for side, fights in sides.items() if fights == register)
    return view(battle, Viewer(frozenset(own)))


def _acts(me: str) -> Iterator[dict[str, Any]]:
    """What was done and when; what it held is in the other files, as far as it is one's own to see. Games
    are not in it: the versions of their logs would tell how much the other did in secret."""
    rows = LogEvent.objects.filter(act__actor=me).order_by("position")
    for at, stream, version, kind in rows.values_list("act__at", "stream_id", "version", "kind").iterator():
        if not stream.startswith(GAMES):
            yield {"at": at, "stream": stream, "version": version, "kind": kind}


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2)


def _lines(log: Iterable[Recorded]) -> bytes:
    return b"".join(to_json(entry) + b"\n" for entry in log)


def _id(stream: str) -> str:
    return stream.partition(":")[2]
