"""Addresses of the battles of Tours of Duty."""

from django.urls import path, re_path

from muster.web.campaign.battle import battle, brings, evidence, live, opening
from muster.web.campaign.stories import stepping

urlpatterns = [
    re_path(r"^tours/register/(?P<register>[0-9a-f]{32})/battle$", opening.new, name="tour-battle-new"),
    path("battle/<slug:battle>", battle.page, name="tour-battle"),
    path("battle/<slug:battle>/live", live.fragment, name="tour-battle-live"),
    path("battle/<slug:battle>/brings", brings.page, name="tour-battle-brings"),
    path("battle/<slug:battle>/evidence", evidence.page, name="tour-battle-evidence"),
    path("battle/<slug:battle>/story", stepping.of_battle, name="tour-battle-story"),
    path("battle/<slug:battle>/<slug:what>", battle.act, name="tour-battle-act"),
]
