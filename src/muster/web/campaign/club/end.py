"""The end of a campaign and what it came to: each Register's battles, the fallen, rivalries; and the file."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.app.campaign import export as campaign_export
from muster.app.campaign.steps import Battles
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Fallen, Register, problem
from muster.rules.violations import Refused, Violation
from muster.store.log import DatabaseStore
from muster.web import identity
from muster.web.campaign.club.battles import rows
from muster.web.campaign.club.club import CampaignSummary, ClubRequest, about, cards_of, seen_by, status_of
from muster.web.campaign.library import site_books
from muster.web.campaign.registers.my_registers import called, stream_of
from muster.web.environment import plural

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


class Rivalry(NamedTuple):
    """Two Registers that met, and how often each beat the other."""

    first: str
    second: str
    won: int
    lost: int
    drawn: int


@identity.private
@require_GET
def summary(request: HttpRequest, club: str) -> HttpResponse:
    """What the campaign came to, or has come to so far."""
    seen = seen_by(request, club)
    cards = cards_of(seen)
    battles = fought(seen)
    context = about(seen, "summary") | {
        "accounts": sorted((account(card, seen) for card in cards), key=_rank),
        "battles": len(battles),
        "called_off": len(seen.club.battles) - len(battles),
        "fallen": [(one, epitaph(one), card.name) for card in cards for one in fallen_here(card, seen)],
        "rivalries": rivalries(battles, cards),
        "feared": feared(battles),
    }
    return render(request, "campaign/club/summary.html", context)


def _rank(found: Account) -> tuple[int, int, str]:
    return (-found.card.register.reputation, -found.won, found.card.name)


def fought(seen: ClubRequest) -> list[Battle]:
    """The battles of the campaign that were played."""
    table = Battles(DatabaseStore(), site_books())
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


def rivalries(battles: Iterable[Battle], cards: Iterable[CampaignSummary]) -> list[Rivalry]:
    """Who met whom, the most frequent first."""
    names = {stream_of(card.id): card.name for card in cards}
    met: dict[tuple[str, str], Counter[str]] = {}
    for battle in battles:
        first, second = sorted(battle.side(key).register for key in SIDES)
        if first in names and second in names:
            key = "blue" if battle.blue.register == first else "red"
            met.setdefault((first, second), Counter())[battle.result(key)] += 1
    found = [
        Rivalry(names[one], names[two], results["won"], results["lost"], results["drawn"])
        for (one, two), results in met.items()
    ]
    return sorted(found, key=lambda one: -(one.won + one.lost + one.drawn))


def feared(battles: Iterable[Battle]) -> list[tuple[str, str, int]]:
    """The units named Most Feared Rival most often, with their Registers."""
    named = Counter(
        (battle.side(other(key)).register, battle.side(key).rival)
        for battle in battles
        for key in SIDES
        if battle.side(key).rival
    )
    tours = Battles(DatabaseStore(), site_books()).tours
    found = []
    for (stream, dossier), times in named.most_common(MOST_FEARED):
        register = tours.register(stream).state
        found.append((unit_name(register, str(dossier)), called(register), times))
    return found


def unit_name(register: Register, dossier: str) -> str:
    """The name of a unit, also of one that has fallen."""
    known = [*register.dossiers, *(gone.dossier for gone in register.fallen)]
    return next((one.called for one in known if one.id == dossier), "A unit")


# The end ---------------------------------------------------------------------------------------------------


@identity.private
@require_GET
def end(request: HttpRequest, club: str) -> HttpResponse:
    """What ending means, before it is done."""
    return asked(request, club)


def asked(request: HttpRequest, club: str, problems: tuple[Violation, ...] = ()) -> HttpResponse:
    """The question, with the reasons of a refusal on top."""
    seen = seen_by(request, club)
    if not seen.arbitrates:
        raise Refused(problem("campaign.arbitrator_only"))
    cards = cards_of(seen)
    unfinished = [row for row in rows(seen.stream, seen.me, seen.club, cards, everything=True) if row.offers]
    context = about(seen, "summary", problems) | {"unfinished": unfinished}
    return render(request, "campaign/club/end.html", context, status=status_of(problems))


@identity.private
@require_GET
def export(request: HttpRequest, club: str) -> HttpResponse:
    """The campaign as a file, as far as this member may see it; the file says what it leaves out."""
    seen = seen_by(request, club)
    file = campaign_export.export(DatabaseStore(), seen.stream, member=seen.me)
    response = HttpResponse(file, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="campaign-{seen.id[-12:]}.json"'
    return response
