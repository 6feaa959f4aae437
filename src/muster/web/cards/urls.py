"""The addresses of cards and keywords."""

from django.urls import path

from muster.web.cards import cards, keywords

urlpatterns = [
    path("cards", cards.index, name="cards"),
    path("cards/<slug:kind>/<slug:slug>", cards.card, name="card"),
    path("keywords", keywords.index, name="keywords"),
    path("keywords/<slug:keyword_id>", keywords.page, name="keyword"),
]
