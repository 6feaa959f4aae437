"""Addresses of printed armies."""

from django.urls import path, register_converter

from muster.web.armies import print as army_print
from muster.web.print.armies.sheets import SHEETS


class SheetConverter:
    """One of the sheets we print."""

    regex = "|".join(SHEETS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SheetConverter, "sheet")

urlpatterns = [
    path("armies/<uuid:army_id>/print/<sheet:sheet>.pdf", army_print.own, name="army-print"),
    path("a/<slug:code>/print/<sheet:sheet>.pdf", army_print.shared, name="army-shared-print"),
]
