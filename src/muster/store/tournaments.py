"""Players' names and the list of events, in the database. Names can be erased; the log contains none."""

from collections.abc import Iterable, Mapping

from django.db import models, transaction

from muster.app.tournament.roster import Person, TournamentSummary
from muster.rules.tournament.games import Player
from muster.store.compiled import Compiled, Given
from muster.store.rows import fields_of, value_of


class TournamentPerson(models.Model):
    """A player's name, and the code with which their phone claims the seat."""

    tournament = models.CharField(max_length=100)
    player = models.CharField(max_length=20)
    name = models.CharField(max_length=60, blank=True)
    code = models.CharField(max_length=20, blank=True)

    class Meta:
        db_table = "tournament_person"
        constraints = (
            models.UniqueConstraint(fields=("tournament", "player"), name="one_person_per_player"),
        )

    def __str__(self) -> str:
        return f"{self.player} of {self.tournament}"


class TournamentCard(models.Model):
    """What lists show of an event: a copy, updated after each act that changes it."""

    tournament = models.CharField(max_length=100, unique=True)
    name = models.CharField(max_length=80)
    status = models.CharField(max_length=12)
    public = models.BooleanField()
    day = models.DateField(null=True)
    place = models.CharField(max_length=80, blank=True)
    players = models.IntegerField(default=0)

    class Meta:
        db_table = "tournament_card"
        indexes = (models.Index(fields=("public", "-id"), name="tournament_card_public"),)

    def __str__(self) -> str:
        return self.name


class DatabaseRoster:
    """The `Roster` of the site."""

    def people(self, tournament: str) -> dict[Player, Person]:
        return {player: Person(name, code) for player, name, code in _PEOPLE.rows(tournament=tournament)}

    @transaction.atomic
    def enrol(self, tournament: str, people: Mapping[Player, Person]) -> None:
        rows = [
            TournamentPerson(tournament=tournament, player=player, name=person.name, code=person.code)
            for player, person in people.items()
        ]
        TournamentPerson.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["tournament", "player"],
            update_fields=["name", "code"],
            batch_size=200,
        )

    def erase(self, tournament: str, player: Player) -> None:
        TournamentPerson.objects.filter(tournament=tournament, player=player).update(name="", code="")


class DatabaseIndex:
    """The `TournamentIndex` of the site."""

    def store_summary(self, card: TournamentSummary) -> None:
        fields = fields_of(card, "tournament")
        TournamentCard.objects.bulk_create(
            [TournamentCard(tournament=card.tournament, **fields)],
            update_conflicts=True,
            unique_fields=["tournament"],
            update_fields=list(fields),
        )

    def cards(self, tournaments: Iterable[str]) -> list[TournamentSummary]:
        rows = TournamentCard.objects.filter(tournament__in=list(tournaments)).order_by("-id")
        return [value_of(TournamentSummary, row) for row in rows]

    def public(self, offset: int, limit: int) -> list[TournamentSummary]:
        rows = TournamentCard.objects.filter(public=True).exclude(status="planned").order_by("-id")
        return [value_of(TournamentSummary, row) for row in rows[offset : offset + limit]]


_PEOPLE = Compiled(
    lambda: TournamentPerson.objects.filter(tournament=Given(TournamentPerson, "tournament")).values_list(
        "player", "name", "code"
    )
)
