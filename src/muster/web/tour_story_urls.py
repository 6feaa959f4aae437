"""Addresses around a Register's story: reports, pictures, the public page, the plan, looking after it."""

from django.urls import path, re_path

from muster.web.pages import (
    tour_arcs,
    tour_chronicle,
    tour_keeping,
    tour_pictures,
    tour_plan,
    tour_public,
    tour_report,
)

REGISTER = r"^tours/register/(?P<register>[0-9a-f]{32})"
BATTLE = r"(?P<battle>[A-Za-z0-9_.-]{1,90})$"
PICTURE = r"(?P<picture>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
SHARED = r"^chronicle/(?P<token>[A-Za-z0-9_-]{10,40})"

urlpatterns = [
    path("tours/arcs", tour_arcs.page, name="tour-arcs"),
    path("tours/arcs/example.json", tour_arcs.example, name="tour-arc-example"),
    re_path(REGISTER + "/after/" + BATTLE, tour_chronicle.after, name="tour-after"),
    re_path(REGISTER + "/report/" + BATTLE, tour_report.page, name="tour-report"),
    re_path(REGISTER + "/picture$", tour_pictures.add, name="tour-picture-add"),
    re_path(REGISTER + "/picture/" + PICTURE + r"\.jpg$", tour_pictures.own, name="tour-picture"),
    re_path(REGISTER + "/picture/" + PICTURE + "/erase$", tour_pictures.erase, name="tour-picture-erase"),
    re_path(REGISTER + "/share$", tour_public.share, name="tour-share"),
    re_path(REGISTER + "/plan$", tour_plan.page, name="tour-plan"),
    re_path(REGISTER + "/redo$", tour_keeping.redo, name="tour-redo"),
    re_path(REGISTER + "/points$", tour_keeping.points, name="tour-points"),
    re_path(REGISTER + "/copy$", tour_keeping.copy, name="tour-copy"),
    re_path(SHARED + "$", tour_public.page, name="tour-public"),
    re_path(SHARED + "/picture/" + PICTURE + r"\.jpg$", tour_pictures.shared, name="tour-public-picture"),
]
