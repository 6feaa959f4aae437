"""The end of a campaign and what it came to: each Register's battles, the fallen, rivalries; and the file."""

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse

from muster.app.campaign.export import export_campaign as exported
from muster.app.campaign.logs import CampaignLogs
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Fallen, problem
from muster.rules.violations import refuse_unless
from muster.web.campaign.club.battles import BattleRow, battles_of, rows_of
from muster.web.campaign.club.pages import CampaignSummary, ClubPage, ClubRequest, campaign_for, cards_of
from muster.web.campaign.requests import logs_of, methods_only, stream_of
from muster.web.campaign.sentences.wording import Scene
from muster.web.environment import plural

MOST_FEARED = 5


class Account(NamedTuple):
    """What the campaign was for a Register; only battles of this campaign count. `results` are won, lost and
    drawn."""

    card: CampaignSummary
    results: Counter[str]
    fallen: list[Fallen]
    veteran: Dossier | None


class SummaryPage(ClubPage, frozen=True, kw_only=True):
    """What the campaign came to, or has come to so far. `fallen` have a name, a Register and an epitaph;
    `rivalries` are two Registers and how they fared; `feared` a unit, its Register and how often."""

    template: ClassVar[str] = "campaign/club/summary.html"
    tab: str = "summary"
    accounts: list[Account]
    battles: int
    called_off: int
    fallen: list[tuple[str, str, str]]
    rivalries: list[tuple[str, str, Counter[str]]]
    feared: list[tuple[str, str, int]]


class EndPage(ClubPage, frozen=True, kw_only=True):
    """What ending means, before it is done."""

    template: ClassVar[str] = "campaign/club/end.html"
    tab: str = "summary"
    unfinished: list[BattleRow]


def summary(request: HttpRequest, seen: ClubRequest) -> SummaryPage:
    """What the campaign came to, or has come to so far."""
    logs, table = logs_of(request), battles_of(request)
    logs.open(seen.club.battles)
    found = (table.battle(battle).state for battle in seen.club.battles)
    battles = [battle for battle in found if battle.status == "recorded"]
    accounts = [account(card, seen) for card in cards_of(request, seen)]
    return SummaryPage(
        seen=seen,
        accounts=sorted(
            accounts,
            key=lambda account: (
                -account.card.register.reputation,
                -account.results["won"],
                account.card.name,
            ),
        ),
        battles=len(battles),
        called_off=len(seen.club.battles) - len(battles),
        fallen=[
            (gone.dossier.called, account.card.name, epitaph(gone.dossier))
            for account in accounts
            for gone in account.fallen
        ],
        rivalries=rivalries(battles, accounts),
        feared=most_feared(logs, battles),
    )


def account(card: CampaignSummary, seen: ClubRequest) -> Account:
    """What the campaign was for one Register."""
    register, here = card.register, set(seen.club.battles)
    results = Counter(battle.result for battle in register.battles if battle.battle in here)
    fallen = [loss for loss in register.fallen if loss.why == "casualty" and loss.battle in here]
    veteran = max(
        register.dossiers, key=lambda dossier: (dossier.veteran_rank, dossier.experience), default=None
    )
    return Account(card, results, fallen, veteran)


def epitaph(unit: Dossier) -> str:
    """What they were and how long they served."""
    return f"{unit.unit_name}, veteran {unit.veteran_rank}, {plural(unit.battles, 'battle')}"


def rivalries(battles: Iterable[Battle], accounts: Iterable[Account]) -> list[tuple[str, str, Counter[str]]]:
    """Who met whom, the most frequent first."""
    names = {stream_of(account.card.id): account.card.name for account in accounts}
    met: dict[tuple[str, str], Counter[str]] = {}
    for battle in battles:
        first, second = sorted(battle.side(key).register for key in SIDES)
        if first in names and second in names:
            result = battle.result("blue" if battle.blue.register == first else "red")
            met.setdefault((first, second), Counter())[result] += 1
    found = [(names[first], names[two], results) for (first, two), results in met.items()]
    return sorted(found, key=lambda row: -row[2].total())


def most_feared(logs: CampaignLogs, battles: Iterable[Battle]) -> list[tuple[str, str, int]]:
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
    return [(Scene(now).unit(dossier), now.called, times) for now, dossier, times in found]


def end_page(request: HttpRequest, seen: ClubRequest) -> EndPage:
    """What ending means, before it is done."""
    refuse_unless(seen.arbitrates, problem("campaign.arbitrator_only"))
    rows = rows_of(request, seen, cards_of(request, seen), everything=True)
    return EndPage(seen=seen, unfinished=[row for row in rows if row.offers])


@methods_only("GET")
def export(request: HttpRequest, club: str) -> HttpResponse:
    """The campaign as a file, as far as this member may see it; the file says what it leaves out."""
    seen = campaign_for(request, club)
    file = exported(logs_of(request).store, seen.stream, member=seen.me)
    response = HttpResponse(file, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="campaign-{seen.id[-12:]}.json"'
    return response
