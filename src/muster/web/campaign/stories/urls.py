"""Addresses around a Register's story: reports, pictures, the public page, the plan, looking after it."""

from django.urls import path, re_path

from muster.web.campaign.registers import arcs, keeping, plan, register
from muster.web.campaign.stories import chronicle, pictures, public, report, stepping

REGISTER = r"^tours/register/(?P<register>[0-9a-f]{32})"
BATTLE = r"(?P<battle>[A-Za-z0-9_.-]{1,90})$"
PICTURE = r"(?P<picture>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
SHARED = r"^chronicle/(?P<token>[A-Za-z0-9_-]{10,40})"

urlpatterns = [
    path("tours/arcs", arcs.page, name="tour-arcs"),
    path("tours/arcs/example.json", arcs.example, name="tour-arc-example"),
    re_path(REGISTER + "/after/" + BATTLE, chronicle.register_after, name="tour-after"),
    re_path(REGISTER + "/story/" + BATTLE, stepping.of_register, name="tour-story"),
    re_path(REGISTER + "/report/" + BATTLE, report.page, name="tour-report"),
    re_path(REGISTER + "/picture$", pictures.add, name="tour-picture-add"),
    re_path(REGISTER + "/picture/" + PICTURE + r"\.jpg$", pictures.own_picture, name="tour-picture"),
    re_path(REGISTER + "/picture/" + PICTURE + "/erase$", pictures.erase, name="tour-picture-erase"),
    re_path(REGISTER + "/share$", public.share, name="tour-share"),
    re_path(REGISTER + "/plan$", plan.page, name="tour-plan"),
    re_path(REGISTER + "/redo$", register.redo, name="tour-redo"),
    re_path(REGISTER + "/points$", keeping.points, name="tour-points"),
    re_path(REGISTER + "/copy$", keeping.copy, name="tour-copy"),
    re_path(SHARED + "$", public.page, name="tour-public"),
    re_path(SHARED + "/picture/" + PICTURE + r"\.jpg$", pictures.shared_picture, name="tour-public-picture"),
    re_path(SHARED + "/battle/" + BATTLE, stepping.shared_battle, name="tour-public-story"),
]
