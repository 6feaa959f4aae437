"""Addresses of armies, on the screen and on paper, and of the collection."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from muster.web.armies import book, brings, builder, collection, compare, dates, my_armies, odds, settings
from muster.web.armies import print as army_print
from muster.web.armies import share as army_share
from muster.web.print.armies.heading import SHEETS


class SheetConverter(StringConverter):
    """One of the sheets we print."""

    regex = "|".join(SHEETS)


register_converter(SheetConverter, "sheet")

urlpatterns = [
    path("armies/<uuid:army_id>/print/<sheet:sheet>.pdf", army_print.own_sheet, name="army-print"),
    path("a/<slug:code>/print/<sheet:sheet>.pdf", army_print.shared_sheet, name="army-shared-print"),
    path("armies", my_armies.index, name="armies"),
    path("armies/new", my_armies.new, name="army-new"),
    path("armies/import", my_armies.import_list, name="army-import"),
    path("armies/public", my_armies.public, name="armies-public"),
    path("armies/copy", my_armies.copy, name="army-copy"),
    path("armies/compare", compare.page, name="army-compare"),
    path("armies/<uuid:army_id>", builder.page, name="army"),
    path("armies/<uuid:army_id>/act", builder.act, name="army-act"),
    path("armies/<uuid:army_id>/details", settings.details, name="army-details"),
    path("armies/<uuid:army_id>/away", my_armies.archive, name="army-away"),
    path("armies/<uuid:army_id>/odds", odds.page, name="army-odds"),
    path("armies/<uuid:army_id>/points", dates.points, name="army-points"),
    path("armies/<uuid:army_id>/history", dates.history, name="army-history"),
    path("armies/<uuid:army_id>/brings", brings.own_brings, name="army-brings"),
    path("armies/<uuid:army_id>/book", book.page, name="army-book"),
    path("armies/<uuid:army_id>/book.pdf", book.paper, name="army-book-paper"),
    path("armies/<uuid:army_id>/share", army_share.share, name="army-share"),
    path("armies/<uuid:army_id>/export/<slug:format_id>", army_share.export, name="army-export"),
    path("a/<slug:code>", army_share.shared_page, name="army-shared"),
    path("a/<slug:code>/brings", brings.shared_brings, name="army-shared-brings"),
    path("a/<slug:code>/export/<slug:format_id>", army_share.shared_export, name="army-shared-export"),
    path("a/<slug:code>/picture.png", army_share.picture, name="army-picture"),
    path("collection", collection.page, name="collection"),
    path("collection/count", collection.count, name="collection-count"),
    path("collection/product", collection.product, name="collection-product"),
]
