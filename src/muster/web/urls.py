"""Every address of the site."""

from django.urls import include, path

from muster.web.pages import service, start

urlpatterns = [
    path("", start.page, name="start"),
    path("", include("muster.web.army_print_urls")),
    path("", include("muster.web.army_urls")),
    path("", include("muster.web.card_urls")),
    path("", include("muster.web.dice_urls")),
    path("", include("muster.web.rule_urls")),
    path("", include("muster.web.collection_urls")),
    path("", include("muster.web.tour_battle_urls")),
    path("", include("muster.web.tour_story_urls")),
    path("", include("muster.web.tour_club_urls")),
    path("", include("muster.web.tour_urls")),
    path("", include("muster.web.event_desk_urls")),
    path("", include("muster.web.event_file_urls")),
    path("", include("muster.web.event_play_urls")),
    path("", include("muster.web.event_table_urls")),
    path("about", start.about, name="about"),
    path("health", service.health, name="health"),
    path("metrics", service.metrics, name="metrics"),
    path("manifest.webmanifest", service.manifest, name="manifest"),
    path("sw.js", service.service_worker, name="service-worker"),
    path("offline", service.offline, name="offline"),
    path("theme", service.theme, name="theme"),
    path("", include("muster.web.account_urls")),
    path("api/v1/", include("muster.web.api.urls")),
]

handler400 = "muster.web.pages.errors.bad_request"
handler403 = "muster.web.pages.errors.forbidden"
handler404 = "muster.web.pages.errors.not_found"
handler500 = "muster.web.pages.errors.broken"
