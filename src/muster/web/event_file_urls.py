"""Addresses of events on paper and as files."""

from django.urls import path, re_path

from muster.web.pages import event_print

EVENT = r"^event/(?P<event>[0-9a-f]{32})"

urlpatterns = [
    re_path(EVENT + r"/print$", event_print.page, name="event-print"),
    re_path(EVENT + r"/print/(?P<sheet>[a-z-]{3,20})\.pdf$", event_print.sheet, name="event-sheet"),
    re_path(EVENT + r"/export\.csv$", event_print.table, name="event-table"),
    re_path(EVENT + r"/export\.json$", event_print.whole, name="event-file"),
    path("tables/silhouette.pdf", event_print.silhouette, name="silhouette"),
]
