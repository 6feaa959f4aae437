"""Addresses of events: the list, a new one, the desk and what is below it; for those who look, play and
judge; on paper and as files."""

from django.urls import path, re_path

from muster.web.tournament import live, print
from muster.web.tournament.desk import acts as desk_acts
from muster.web.tournament.desk import corrections, new, results
from muster.web.tournament.judge import acts, judge
from muster.web.tournament.judge import player as judged_player
from muster.web.tournament.player import join, lists, me, report, setup
from muster.web.tournament.public import listing, public, screen
from muster.web.tournament.public import player as event_player

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
DESK = EVENT + "/desk"
PLAYER = r"(?P<player>p[0-9]{1,6})"
LIST = EVENT + "/list/" + PLAYER

urlpatterns = [
    path("events", listing.index, name="events"),
    path("events/new", new.new, name="event-new"),
    re_path(EVENT + "$", public.page, name="event"),
    re_path(EVENT + "/join$", join.page, name="event-join"),
    re_path(DESK + "$", desk_acts.page, {"tab": "desk"}, name="event-desk"),
    re_path(DESK + "/act$", desk_acts.act, name="event-desk-act"),
    re_path(DESK + "/copy$", desk_acts.copy, name="event-desk-copy"),
    re_path(DESK + "/players$", desk_acts.page, {"tab": "players"}, name="event-desk-players"),
    re_path(DESK + "/players/add$", desk_acts.add, name="event-desk-add"),
    re_path(
        DESK + "/player/(?P<player>p[0-9]{1,6})$", desk_acts.page, {"tab": "player"}, name="event-desk-player"
    ),
    re_path(DESK + "/pairing$", desk_acts.page, {"tab": "pairing"}, name="event-desk-pairing"),
    re_path(DESK + "/results$", results.page, name="event-desk-results"),
    re_path(DESK + "/clock$", desk_acts.page, {"tab": "clock"}, name="event-desk-clock"),
    re_path(DESK + "/bracket$", desk_acts.page, {"tab": "bracket"}, name="event-desk-bracket"),
    re_path(DESK + "/correct$", corrections.page, name="event-desk-correct"),
    re_path(DESK + "/roles$", desk_acts.page, {"tab": "roles"}, name="event-desk-roles"),
    re_path(DESK + "/settings$", desk_acts.page, {"tab": "settings"}, name="event-desk-settings"),
    re_path(EVENT + "/part$", public.part, name="event-part"),
    re_path(EVENT + "/live/(?P<place>event|me|judge)$", live.fragment, name="event-live"),
    re_path(EVENT + "/screen$", screen.page, name="event-screen"),
    re_path(EVENT + "/player/" + PLAYER + "$", event_player.page, name="event-player"),
    re_path(EVENT + "/me$", me.page, name="event-me"),
    re_path(EVENT + "/me/part$", me.part, name="event-me-part"),
    re_path(EVENT + "/me/report$", report.page, name="event-report"),
    re_path(EVENT + "/me/act/(?P<what>[a-z-]{1,20})$", me.act, name="event-me-act"),
    re_path(EVENT + "/judge$", judge.page, name="event-judge"),
    re_path(EVENT + "/judge/part$", judge.part, name="event-judge-part"),
    re_path(EVENT + "/judge/player/" + PLAYER + "$", judged_player.player, name="event-judge-player"),
    re_path(EVENT + "/judge/act/(?P<what>[a-z-]{1,20})$", acts.act, name="event-judge-act"),
    re_path(EVENT + "/lists$", lists.page, name="event-lists"),
    re_path(LIST + "$", lists.list_page, name="event-list"),
    re_path(LIST + "/release$", lists.release, name="event-list-release"),
    re_path(LIST + "/review$", lists.review, name="event-list-review"),
    re_path(LIST + r"/(?P<sheet>tournament|opponent|play)\.pdf$", lists.list_sheet, name="event-list-print"),
    re_path(EVENT + "/setup$", setup.page, name="event-setup"),
    re_path(EVENT + "/setup/body$", setup.body, name="event-setup-body"),
    re_path(EVENT + r"/print$", print.page, name="event-print"),
    re_path(EVENT + r"/print/(?P<sheet>[a-z-]{3,20})\.pdf$", print.sheet, name="event-sheet"),
    re_path(EVENT + r"/export\.csv$", print.table, name="event-table"),
    re_path(EVENT + r"/event\.ics$", print.calendar, name="event-calendar"),
    re_path(EVENT + r"/export\.json$", print.event_file, name="event-file"),
    path("tables/silhouette.pdf", print.silhouette, name="silhouette"),
]
