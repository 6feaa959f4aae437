"""Addresses of a club's campaign: its pages, the invitation, corrections."""

from django.urls import path, re_path

from muster.web.campaign.club import acts, club, end, invitations, members, register, switches
from muster.web.campaign.registers import corrections

CLUB = r"^tours/club/(?P<club>[0-9a-f]{32})"
REGISTER = r"(?P<register>[0-9a-f]{32})"

urlpatterns = [
    path("tours/clubs/new", club.new, name="tour-club-new"),
    path("tours/join/<str:token>", invitations.join, name="tour-join"),
    re_path(CLUB + "$", club.page, name="tour-club"),
    re_path(CLUB + "/act$", acts.act, name="tour-club-act"),
    re_path(CLUB + "/members$", members.page, name="tour-club-members"),
    re_path(CLUB + "/leave$", members.leave, name="tour-club-leave"),
    re_path(CLUB + "/readings$", switches.page, name="tour-club-switches"),
    re_path(CLUB + "/register/" + REGISTER + "$", register.page, name="tour-club-register"),
    re_path(CLUB + "/summary$", end.summary, name="tour-club-summary"),
    re_path(CLUB + "/end$", end.end, name="tour-club-end"),
    re_path(CLUB + "/export$", end.export, name="tour-club-export"),
    re_path("^tours/register/" + REGISTER + "/correct$", corrections.page, name="tour-correct"),
]
