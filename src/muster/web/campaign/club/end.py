"""The end of a campaign and what it came to: each Register's battles, the fallen, rivalries; and the file."""

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from muster.app.campaign.export import export as exported
from muster.app.campaign.logs import CampaignLogs
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Fallen, problem
from muster.rules.violations import Violation, refuse_unless
from muster.web import identity
from muster.web.campaign.club.battles import BattleRow, battles_of, rows_of
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, ClubRequest, cards_of, head_of, seen_by
from muster.web.campaign.requests import logs_of, status_of, stream_of
from muster.web.campaign.stories.told import Scene
from muster.web.environment import plural
from muster.web.page import draw

MOST_FEARED = 5


class Account(NamedTuple):
    """What the campaign was for a Register; only battles of this campaign count."""

    card: CampaignSummary
    won: int
    lost: int
    drawn: int
    fallen: int
    veteran: Dossier | None

    @property
    def battles(self) -> int:
        """How many it fought here."""
        return self.won + self.lost + self.drawn


class Meetings(NamedTuple):
    """Two Registers that met, and how often each beat the other."""

    first: str
    second: str
    won: int
    lost: int
    drawn: int


class Memorial(NamedTuple):
    """Somebody who fell."""

    name: str
    register: str
    epitaph: str


class FearedUnit(NamedTuple):
    """A unit that was named Most Feared Rival."""

    unit: str
    register: str
    times: int


class SummaryPage(ClubPage, frozen=True, kw_only=True):
    """What the campaign came to, or has come to so far."""

    template: ClassVar[str] = "campaign/club/summary.html"
    accounts: list[Account]
    battles: int
    called_off: int
    fallen: list[Memorial]
    rivalries: list[Meetings]
    feared: list[FearedUnit]


class EndPage(ClubPage, frozen=True, kw_only=True):
    """What ending means, before it is done."""

    template: ClassVar[str] = "campaign/club/end.html"
    unfinished: list[BattleRow]


@identity.private
@require_GET
def summary(request: HttpRequest, club: str) -> HttpResponse:
    """What the campaign came to, or has come to so far."""
    seen = seen_by(request, club)
    cards = cards_of(request, seen)
    battles = fought(request, seen)
    page = SummaryPage(
        **head_of(seen, "summary"),
        accounts=sorted((account(card, seen) for card in cards), key=_rank),
        battles=len(battles),
        called_off=len(seen.club.battles) - len(battles),
        fallen=[
            Memorial(one.dossier.called, card.name, epitaph(one))
            for card in cards
            for one in fallen_here(card, seen)
        ],
        rivalries=rivalries(battles, cards),
        feared=feared(logs_of(request), battles),
    )
    return draw(request, page)


def _rank(found: Account) -> tuple[int, int, str]:
    return (-found.card.register.reputation, -found.won, found.card.name)


def fought(request: HttpRequest, seen: ClubRequest) -> list[Battle]:
    """The battles of the campaign that were played."""
    logs_of(request).open(seen.club.battles)
    table = battles_of(request)
    found = (table.battle(battle).state for battle in seen.club.battles)
    return [battle for battle in found if battle.status == "recorded"]


def account(card: CampaignSummary, seen: ClubRequest) -> Account:
    """What the campaign was for one Register."""
    register, here = card.register, set(seen.club.battles)
    results = Counter(one.result for one in register.battles if one.battle in here)
    veteran = max(register.dossiers, key=lambda one: (one.veteran_rank, one.experience), default=None)
    fallen = len(fallen_here(card, seen))
    return Account(card, results["won"], results["lost"], results["drawn"], fallen, veteran)


def fallen_here(card: CampaignSummary, seen: ClubRequest) -> list[Fallen]:
    """Who fell in battles of this campaign."""
    return [one for one in card.register.fallen if one.why == "casualty" and one.battle in seen.club.battles]


def epitaph(fallen: Fallen) -> str:
    """What they were and how long they served."""
    unit = fallen.dossier
    return f"{unit.unit_name}, veteran {unit.veteran_rank}, {plural(unit.battles, 'battle')}"


def rivalries(battles: Iterable[Battle], cards: Iterable[CampaignSummary]) -> list[Meetings]:
    """Who met whom, the most frequent first."""
    names = {stream_of(card.id): card.name for card in cards}
    met: dict[tuple[str, str], Counter[str]] = {}
    for battle in battles:
        first, second = sorted(battle.side(key).register for key in SIDES)
        if first in names and second in names:
            result = battle.result("blue" if battle.blue.register == first else "red")
            met.setdefault((first, second), Counter())[result] += 1
    found = [
        Meetings(names[one], names[two], results["won"], results["lost"], results["drawn"])
        for (one, two), results in met.items()
    ]
    return sorted(found, key=lambda one: -(one.won + one.lost + one.drawn))


def feared(logs: CampaignLogs, battles: Iterable[Battle]) -> list[FearedUnit]:
    """The units named Most Feared Rival most often, with their Registers."""
    named = Counter(
        (battle.side(other(key)).register, rival)
        for battle in battles
        for key in SIDES
        if (rival := battle.side(key).rival)
    )
    most = named.most_common(MOST_FEARED)
    logs.open([stream for (stream, _), _ in most])
    found = [(logs.register(stream).state, dossier, times) for (stream, dossier), times in most]
    return [FearedUnit(Scene(now).unit(dossier), now.called, times) for now, dossier, times in found]


# The end ---------------------------------------------------------------------------------------------------


@identity.private
@require_GET
def end(request: HttpRequest, club: str) -> HttpResponse:
    """What ending means, before it is done."""
    return question(request, club)


def question(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The question, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    refuse_unless(seen.arbitrates, problem("campaign.arbitrator_only"))
    rows = rows_of(request, seen, cards_of(request, seen), everything=True)
    page = EndPage(**head_of(seen, "summary", problems), unfinished=[row for row in rows if row.offers])
    return draw(request, page, status_of(problems))


@identity.private
@require_GET
def export(request: HttpRequest, club: str) -> HttpResponse:
    """The campaign as a file, as far as this member may see it; the file says what it leaves out."""
    seen = seen_by(request, club)
    file = exported(logs_of(request).store, seen.stream, member=seen.me)
    response = HttpResponse(file, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="campaign-{seen.id[-12:]}.json"'
    return response
