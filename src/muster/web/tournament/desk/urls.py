"""Addresses of events for their organisers: the list, a new event, the desk and what is below it, joining."""

from django.urls import path, re_path

from muster.web.tournament.desk import acts, corrections, results
from muster.web.tournament.player import join
from muster.web.tournament.public import listing

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
DESK = EVENT + "/desk"
PLAYER = DESK + "/player/(?P<player>p[0-9]{1,6})$"

urlpatterns = [
    path("events", listing.index, name="events"),
    path("events/new", listing.new, name="event-new"),
    re_path(EVENT + "/join$", join.page, name="event-join"),
    re_path(DESK + "$", acts.page, {"tab": "desk"}, name="event-desk"),
    re_path(DESK + "/act$", acts.act, name="event-desk-act"),
    re_path(DESK + "/players$", acts.page, {"tab": "players"}, name="event-desk-players"),
    re_path(DESK + "/players/add$", acts.add, name="event-desk-add"),
    re_path(
        DESK + "/player/(?P<player>p[0-9]{1,6})$", acts.page, {"tab": "player"}, name="event-desk-player"
    ),
    re_path(DESK + "/pairing$", acts.page, {"tab": "pairing"}, name="event-desk-pairing"),
    re_path(DESK + "/results$", results.page, name="event-desk-results"),
    re_path(DESK + "/clock$", acts.page, {"tab": "clock"}, name="event-desk-clock"),
    re_path(DESK + "/bracket$", acts.page, {"tab": "bracket"}, name="event-desk-bracket"),
    re_path(DESK + "/correct$", corrections.page, name="event-desk-correct"),
    re_path(DESK + "/roles$", acts.page, {"tab": "roles"}, name="event-desk-roles"),
    re_path(DESK + "/settings$", acts.page, {"tab": "settings"}, name="event-desk-settings"),
]
