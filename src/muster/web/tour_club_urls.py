"""Addresses of a club's campaign: its pages, the invitation, corrections."""

from django.urls import path, re_path

from muster.web.pages import (
    tour_club_acts,
    tour_club_end,
    tour_club_members,
    tour_club_register,
    tour_club_switches,
    tour_clubs,
    tour_corrections,
    tour_invitations,
)

CLUB = r"^tours/club/(?P<club>[0-9a-f]{32})"
REGISTER = r"(?P<register>[0-9a-f]{32})"

urlpatterns = [
    path("tours/clubs/new", tour_clubs.new, name="tour-club-new"),
    path("tours/join/<str:token>", tour_invitations.join, name="tour-join"),
    re_path(CLUB + "$", tour_clubs.page, name="tour-club"),
    re_path(CLUB + "/act$", tour_club_acts.act, name="tour-club-act"),
    re_path(CLUB + "/members$", tour_club_members.page, name="tour-club-members"),
    re_path(CLUB + "/leave$", tour_club_members.leave, name="tour-club-leave"),
    re_path(CLUB + "/readings$", tour_club_switches.page, name="tour-club-switches"),
    re_path(CLUB + "/register/" + REGISTER + "$", tour_club_register.page, name="tour-club-register"),
    re_path(CLUB + "/summary$", tour_club_end.summary, name="tour-club-summary"),
    re_path(CLUB + "/end$", tour_club_end.end, name="tour-club-end"),
    re_path(CLUB + "/export$", tour_club_end.export, name="tour-club-export"),
    re_path("^tours/register/" + REGISTER + "/correct$", tour_corrections.page, name="tour-correct"),
]
