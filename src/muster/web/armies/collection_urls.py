"""Addresses of the collection."""

from django.urls import path

from muster.web.armies import collection

urlpatterns = [
    path("collection", collection.page, name="collection"),
    path("collection/count", collection.count, name="collection-count"),
    path("collection/product", collection.product, name="collection-product"),
]
