"""The address of the search."""

from django.urls import path

from muster.web.search import search

urlpatterns = [path("search", search.page, name="search")]
