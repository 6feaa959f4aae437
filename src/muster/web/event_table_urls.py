"""Addresses at the table: lists and setup of an event, and tools for any table."""

from django.urls import path, re_path

from muster.web.pages import event_lists, event_setup, table_components, table_setup, tables

EVENT = r"^event/(?P<event>[0-9a-f]{32})"
LIST = EVENT + r"/list/(?P<player>p[0-9]{1,6})"
SETUP = r"^tables/setup/(?P<table>[0-9a-f]{32})"

urlpatterns = [
    re_path(EVENT + "/lists$", event_lists.page, name="event-lists"),
    re_path(LIST + "$", event_lists.one, name="event-list"),
    re_path(LIST + "/release$", event_lists.release, name="event-list-release"),
    re_path(LIST + "/review$", event_lists.review, name="event-list-review"),
    re_path(
        LIST + r"/(?P<sheet>tournament|opponent|play)\.pdf$", event_lists.printed, name="event-list-print"
    ),
    re_path(EVENT + "/setup$", event_setup.page, name="event-setup"),
    re_path(EVENT + "/setup/body$", event_setup.body, name="event-setup-body"),
    path("tables", tables.index, name="tables"),
    path("tables/terrain", tables.terrain, name="tables-terrain"),
    path("tables/components", table_components.page, name="tables-components"),
    path("tables/regulations", tables.regulations, name="tables-regulations"),
    path("tables/setup", table_setup.begin, name="tables-setup"),
    re_path(SETUP + "$", table_setup.page, name="table-setup"),
    re_path(SETUP + "/body$", table_setup.body, name="table-setup-body"),
]
