"""Addresses of events for those who look, play and judge."""

from django.urls import re_path

from muster.web.pages import (
    event_judge,
    event_judge_acts,
    event_live,
    event_me,
    event_player,
    event_public,
    event_report,
    event_screen,
)

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
PLAYER = r"(?P<player>p[0-9]{1,6})"

urlpatterns = [
    re_path(EVENT + "$", event_public.page, name="event"),
    re_path(EVENT + "/part$", event_public.part, name="event-part"),
    re_path(EVENT + "/live/(?P<place>event|me|judge)$", event_live.fragment, name="event-live"),
    re_path(EVENT + "/screen$", event_screen.page, name="event-screen"),
    re_path(EVENT + "/player/" + PLAYER + "$", event_player.page, name="event-player"),
    re_path(EVENT + "/me$", event_me.page, name="event-me"),
    re_path(EVENT + "/me/part$", event_me.part, name="event-me-part"),
    re_path(EVENT + "/me/report$", event_report.page, name="event-report"),
    re_path(EVENT + "/me/act/(?P<what>[a-z-]{1,20})$", event_me.act, name="event-me-act"),
    re_path(EVENT + "/judge$", event_judge.page, name="event-judge"),
    re_path(EVENT + "/judge/part$", event_judge.part, name="event-judge-part"),
    re_path(EVENT + "/judge/player/" + PLAYER + "$", event_judge.player, name="event-judge-player"),
    re_path(EVENT + "/judge/act/(?P<what>[a-z-]{1,20})$", event_judge_acts.act, name="event-judge-act"),
]
