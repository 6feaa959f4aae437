"""Addresses of the page of notifications."""

from django.urls import path

from muster.web.notifications import pages

urlpatterns = [
    path("notifications", pages.page, name="notifications"),
    path("notifications/<int:subscription>/stop", pages.stop, name="notifications-stop"),
]
