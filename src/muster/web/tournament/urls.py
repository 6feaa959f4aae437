"""Addresses of events for those who look, play and judge."""

from django.urls import re_path

from muster.web.tournament import live
from muster.web.tournament.judge import acts, judge
from muster.web.tournament.judge import player as judged_player
from muster.web.tournament.player import me, report
from muster.web.tournament.public import player as event_player
from muster.web.tournament.public import public, screen

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
PLAYER = r"(?P<player>p[0-9]{1,6})"

urlpatterns = [
    re_path(EVENT + "$", public.page, name="event"),
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
]
