"""Addresses of the first page, of help, and of what this is."""

from django.urls import path

from muster.web.start import help, previews, start

urlpatterns = [
    path("", start.page, name="start"),
    path("about", start.about, name="about"),
    path("privacy", help.privacy, name="privacy"),
    path("help", help.index, name="help"),
    path("help/<slug:guide>", help.guide, name="guide"),
    path("preview/<str:token>.png", previews.picture, name="preview"),
    path("hint", help.dismiss, name="hint-dismiss"),
]
