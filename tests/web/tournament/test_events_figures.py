"""A figure reads the same wherever it stands: page, phone, big screen, paper, spreadsheet and API."""

from uuid import UUID

import pytest
from django.test import Client

from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster.web.print.tournament.standings import standing_sheet
from muster.web.tournament.requests import tournament_queries
from tests.web.event_hall_fixtures import Hall

CURRENT = TournamentPlan(profile="current", structure="custom", rounds=3)


@pytest.mark.django_db
@pytest.mark.rule(635)
def test_strength_of_schedule_is_points_per_round_everywhere():
    hall = Hall(plan=CURRENT, players=4).begin()
    hall.play()
    hall.play()
    person = hall.account("olga")
    line = tournament_queries().standings(person, hall.stream)[0]
    text = FIGURES["sos"].in_figures(line.figures["sos"])
    assert "." in text and "%" not in text
    assert text in hall.text(where="?show=standings")
    assert f"SoS {text}" in hall.text(where="/screen")
    assert f"Strength of schedule {text}" in hall.text(where=f"/player/{line.player}")
    sheet = standing_sheet(tournament_queries().look(person, hall.stream), (line,), "a4")
    assert sheet.figures[0] == "SoS" and sheet.lines[0].figures[0] == text
    csv = hall.get("olga", "/export.csv?of=standings").content.decode("utf-8-sig")
    assert f",{text}000," in csv, "six places for a spreadsheet"
    (first, *_) = Client().get(f"/api/v1/tournaments/{UUID(hall.event)}/standings").json()
    assert first["written"]["sos"] == text and first["figures"]["sos"] == str(line.figures["sos"])
