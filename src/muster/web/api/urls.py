"""Addresses of the API."""

from muster.web.api import api

urlpatterns = api.patterns
