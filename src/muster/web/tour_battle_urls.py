"""Addresses of the battles of Tours of Duty."""

from django.urls import path

from muster.web.pages import tour_battle

urlpatterns = [
    path("tours/register/<slug:register>/battle", tour_battle.new, name="tour-battle-new"),
    path("battle/<slug:battle>", tour_battle.page, name="tour-battle"),
    path("battle/<slug:battle>/<slug:what>", tour_battle.act, name="tour-battle-act"),
]
