"""Addresses at the table: lists and setup of an event, and tools for any table."""

from django.urls import path, re_path

from muster.web.game import components, tools
from muster.web.game import setup as table_setup
from muster.web.tournament.player import lists, setup

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
LIST = EVENT + r"/list/(?P<player>p[0-9]{1,6})"
SETUP = r"^tables/setup/(?P<table>[0-9a-f]{32})"

urlpatterns = [
    re_path(EVENT + "/lists$", lists.page, name="event-lists"),
    re_path(LIST + "$", lists.one, name="event-list"),
    re_path(LIST + "/release$", lists.release, name="event-list-release"),
    re_path(LIST + "/review$", lists.review, name="event-list-review"),
    re_path(LIST + r"/(?P<sheet>tournament|opponent|play)\.pdf$", lists.printed, name="event-list-print"),
    re_path(EVENT + "/setup$", setup.page, name="event-setup"),
    re_path(EVENT + "/setup/body$", setup.body, name="event-setup-body"),
    path("tables", tools.index, name="tables"),
    path("tables/terrain", tools.terrain, name="tables-terrain"),
    path("tables/components", components.page, name="tables-components"),
    path("tables/regulations", tools.regulations, name="tables-regulations"),
    path("tables/setup", table_setup.begin, name="tables-setup"),
    re_path(SETUP + "$", table_setup.page, name="table-setup"),
    re_path(SETUP + "/body$", table_setup.body, name="table-setup-body"),
]
