"""Addresses of printed armies."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from muster.web.armies import print as army_print
from muster.web.print.armies.heading import SHEETS


class SheetConverter(StringConverter):
    """One of the sheets we print."""

    regex = "|".join(SHEETS)


register_converter(SheetConverter, "sheet")

urlpatterns = [
    path("armies/<uuid:army_id>/print/<sheet:sheet>.pdf", army_print.own, name="army-print"),
    path("a/<slug:code>/print/<sheet:sheet>.pdf", army_print.shared, name="army-shared-print"),
]
