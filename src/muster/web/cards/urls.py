"""The addresses of cards and keywords."""

from django.urls import path

from muster.web.cards import cards, compare, keywords, squads

urlpatterns = [
    path("cards", cards.index, name="cards"),
    path("cards/effect/<slug:card>", cards.effect, name="card-effect"),
    path("cards/compare", compare.page, name="card-compare"),
    path("cards/<slug:kind>/<slug:slug>", cards.card, name="card"),
    path("squads", squads.index, name="squads"),
    path("squads/print/<slug:sheet>.pdf", squads.table_paper, name="squad-print-general"),
    path("squads/<slug:squad>/print/<slug:sheet>.pdf", squads.squad_paper, name="squad-print"),
    path("squads/<slug:squad>", squads.squad, name="squad"),
    path("squads/<slug:kind>/<slug:card>", squads.card, name="squad-card"),
    path("keywords", keywords.index, name="keywords"),
    path("keywords/<slug:keyword_id>", keywords.page, name="keyword"),
]
