"""Addresses of Tours of Duty: Registers, how they are built, their chronicle."""

from django.urls import path, re_path

from muster.web.pages import tour_building, tour_chronicle, tour_print, tour_register, tours

REGISTER = r"^tours/register/(?P<register>[0-9a-f]{32})"

urlpatterns = [
    path("tours", tours.index, name="tours"),
    path("tours/new", tours.new, name="tour-new"),
    re_path(REGISTER + "$", tour_register.page, name="tour-register"),
    re_path(REGISTER + "/act$", tour_register.act, name="tour-act"),
    re_path(REGISTER + "/undo$", tour_register.undo, name="tour-undo"),
    re_path(REGISTER + "/recruit$", tour_building.recruit, name="tour-recruit"),
    re_path(REGISTER + "/chronicle$", tour_chronicle.page, name="tour-chronicle"),
    re_path(REGISTER + r"/print/(?P<sheet>[a-z]+)\.pdf$", tour_print.page, name="tour-print"),
]
