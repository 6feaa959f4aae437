"""Addresses of events on paper and as files."""

from django.urls import path, re_path

from muster.web.tournament import print

EVENT = r"^event/(?P<event>[0-9a-f]{32})"

urlpatterns = [
    re_path(EVENT + r"/print$", print.page, name="event-print"),
    re_path(EVENT + r"/print/(?P<sheet>[a-z-]{3,20})\.pdf$", print.sheet, name="event-sheet"),
    re_path(EVENT + r"/export\.csv$", print.table, name="event-table"),
    re_path(EVENT + r"/export\.json$", print.whole, name="event-file"),
    path("tables/silhouette.pdf", print.silhouette, name="silhouette"),
]
