"""Addresses of events for their organisers: the list, a new event, the desk and what is below it, joining."""

from django.urls import path, re_path

from muster.web.pages import (
    event_desk,
    event_desk_acts,
    event_desk_bracket,
    event_desk_clock,
    event_desk_corrections,
    event_desk_pairing,
    event_desk_player,
    event_desk_players,
    event_desk_results,
    event_desk_roles,
    event_desk_settings,
    event_join,
    event_list,
)

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
DESK = EVENT + "/desk"

urlpatterns = [
    path("events", event_list.index, name="events"),
    path("events/new", event_list.new, name="event-new"),
    re_path(EVENT + "/join$", event_join.page, name="event-join"),
    re_path(DESK + "$", event_desk.page, name="event-desk"),
    re_path(DESK + "/act$", event_desk_acts.act, name="event-desk-act"),
    re_path(DESK + "/players$", event_desk_players.page, name="event-desk-players"),
    re_path(DESK + "/players/add$", event_desk_players.add, name="event-desk-add"),
    re_path(DESK + "/player/(?P<player>p[0-9]{1,6})$", event_desk_player.page, name="event-desk-player"),
    re_path(DESK + "/pairing$", event_desk_pairing.page, name="event-desk-pairing"),
    re_path(DESK + "/results$", event_desk_results.page, name="event-desk-results"),
    re_path(DESK + "/clock$", event_desk_clock.page, name="event-desk-clock"),
    re_path(DESK + "/bracket$", event_desk_bracket.page, name="event-desk-bracket"),
    re_path(DESK + "/correct$", event_desk_corrections.page, name="event-desk-correct"),
    re_path(DESK + "/roles$", event_desk_roles.page, name="event-desk-roles"),
    re_path(DESK + "/settings$", event_desk_settings.page, name="event-desk-settings"),
]
