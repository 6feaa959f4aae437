"""Addresses of armies."""

from django.urls import path

from muster.web.pages import (
    armies,
    army_builder,
    army_dates,
    army_odds,
    army_public,
    army_settings,
    army_share,
)

urlpatterns = [
    path("armies", armies.index, name="armies"),
    path("armies/new", armies.new, name="army-new"),
    path("armies/import", armies.bring, name="army-import"),
    path("armies/public", army_public.page, name="armies-public"),
    path("armies/copy", armies.copy, name="army-copy"),
    path("armies/<uuid:army_id>", army_builder.page, name="army"),
    path("armies/<uuid:army_id>/act", army_builder.act, name="army-act"),
    path("armies/<uuid:army_id>/details", army_settings.details, name="army-details"),
    path("armies/<uuid:army_id>/away", armies.put_away, name="army-away"),
    path("armies/<uuid:army_id>/odds", army_odds.page, name="army-odds"),
    path("armies/<uuid:army_id>/points", army_dates.points, name="army-points"),
    path("armies/<uuid:army_id>/history", army_dates.history, name="army-history"),
    path("armies/<uuid:army_id>/share", army_share.share, name="army-share"),
    path("armies/<uuid:army_id>/export/<slug:format_id>", army_share.export, name="army-export"),
    path("a/<slug:code>", army_share.shared, name="army-shared"),
    path("a/<slug:code>/export/<slug:format_id>", army_share.shared_export, name="army-shared-export"),
    path("a/<slug:code>/picture.png", army_share.picture, name="army-picture"),
]
