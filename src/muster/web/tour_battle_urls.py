"""Addresses of the battles of Tours of Duty."""

from django.urls import path, re_path

from muster.web.pages import tour_battle, tour_battle_live, tour_battle_opening

urlpatterns = [
    re_path(
        r"^tours/register/(?P<register>[0-9a-f]{32})/battle$", tour_battle_opening.new, name="tour-battle-new"
    ),
    path("battle/<slug:battle>", tour_battle.page, name="tour-battle"),
    path("battle/<slug:battle>/live", tour_battle_live.fragment, name="tour-battle-live"),
    path("battle/<slug:battle>/<slug:what>", tour_battle.act, name="tour-battle-act"),
]
