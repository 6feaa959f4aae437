"""Addresses of the rules."""

from django.urls import path

from muster.web.rules import core, rules, why

urlpatterns = [
    path("rules", rules.page, name="rules"),
    path("rules/<int:number>", rules.rule, name="rule"),
    path("rules/core", core.index, name="core-rules"),
    path("rules/core/<slug:rule_id>", core.page, name="core-rule"),
    path("why", why.page, name="why"),
    path("rulings", rules.rulings, name="rulings"),
    path("rulings/<slug:ruling_id>", rules.ruling, name="ruling"),
]
