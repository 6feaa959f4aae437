"""Addresses of webhooks."""

from django.urls import re_path

from muster.web.webhooks import pages

urlpatterns = [
    re_path(r"^webhooks/(?P<kind>event|campaign)/(?P<id>[0-9a-f]{32})$", pages.page, name="webhooks"),
]
