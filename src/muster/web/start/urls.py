"""Addresses of the first page, of help, and of what this is."""

from django.urls import path, re_path

from muster.web.site import shared_pictures
from muster.web.start import help, previews, short_links, start

urlpatterns = [
    path("", start.page, name="start"),
    path("about", start.about, name="about"),
    path("privacy", help.privacy, name="privacy"),
    path("help", help.index, name="help"),
    path("help/<slug:guide>", help.guide, name="guide"),
    path("preview/<str:token>.png", previews.picture, name="preview"),
    path("picture/<slug:kind>/<str:token>.png", shared_pictures.picture, name="shared-picture"),
    re_path(r"^j/(?P<code>[0-9A-Za-z]{13})$", short_links.follow, name="short-link"),
    path("hint", help.dismiss, name="hint-dismiss"),
]
