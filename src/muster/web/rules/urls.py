"""Addresses of the rules."""

from django.urls import path

from muster.web.rules import rules

urlpatterns = [
    path("rules", rules.page, name="rules"),
    path("rules/<int:number>", rules.rule, name="rule"),
    path("rulings", rules.rulings, name="rulings"),
]
