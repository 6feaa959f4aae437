"""Every address of the site."""

from django.urls import include, path

from muster.web.site import service, start

urlpatterns = [
    path("", start.page, name="start"),
    path("", include("muster.web.armies.print_urls")),
    path("", include("muster.web.armies.urls")),
    path("", include("muster.web.cards.urls")),
    path("", include("muster.web.dice.urls")),
    path("", include("muster.web.rules.urls")),
    path("", include("muster.web.armies.collection_urls")),
    path("", include("muster.web.campaign.battle.urls")),
    path("", include("muster.web.campaign.stories.urls")),
    path("", include("muster.web.campaign.club.urls")),
    path("", include("muster.web.campaign.urls")),
    path("", include("muster.web.tournament.desk.urls")),
    path("", include("muster.web.tournament.print_urls")),
    path("", include("muster.web.tournament.urls")),
    path("", include("muster.web.game.urls")),
    path("about", start.about, name="about"),
    path("health", service.health, name="health"),
    path("metrics", service.metrics, name="metrics"),
    path("manifest.webmanifest", service.manifest, name="manifest"),
    path("sw.js", service.service_worker, name="service-worker"),
    path("offline", service.offline, name="offline"),
    path("theme", service.theme, name="theme"),
    path("", include("muster.web.accounts.urls")),
    path("api/v1/", include("muster.web.api.urls")),
]

handler400 = "muster.web.site.errors.bad_request"
handler403 = "muster.web.site.errors.forbidden"
handler404 = "muster.web.site.errors.not_found"
handler500 = "muster.web.site.errors.broken"
