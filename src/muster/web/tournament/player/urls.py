"""Addresses of what players bring to an event: their lists, and setting up their table."""

from django.urls import re_path

from muster.web.tournament.player import lists, setup

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
LIST = EVENT + r"/list/(?P<player>p[0-9]{1,6})"

urlpatterns = [
    re_path(EVENT + "/lists$", lists.page, name="event-lists"),
    re_path(LIST + "$", lists.one, name="event-list"),
    re_path(LIST + "/release$", lists.release, name="event-list-release"),
    re_path(LIST + "/review$", lists.review, name="event-list-review"),
    re_path(LIST + r"/(?P<sheet>tournament|opponent|play)\.pdf$", lists.printed, name="event-list-print"),
    re_path(EVENT + "/setup$", setup.page, name="event-setup"),
    re_path(EVENT + "/setup/body$", setup.body, name="event-setup-body"),
]
