"""Addresses of a club's campaign: its pages, the invitation, corrections."""

from django.urls import path, re_path

from muster.web.campaign.club import (
    acts,
    book_page,
    club,
    dates,
    end,
    feed,
    invitations,
    members,
    orphans,
    register,
    switches,
)
from muster.web.campaign.club.pages import member_page
from muster.web.campaign.registers import corrections
from muster.web.campaign.requests import methods_only

CLUB = r"^tours/club/(?P<club>[0-9a-f]{32})"
REGISTER = r"(?P<register>[0-9a-f]{32})"
reads = methods_only("GET")

urlpatterns = [
    path("tours/clubs/new", club.new, name="tour-club-new"),
    path("tours/orphans", reads(orphans.orphans), name="tour-orphans"),
    path("tours/join/<str:token>", invitations.join, name="tour-join"),
    path("tours/feed/<str:token>.xml", feed.feed, name="tour-feed"),
    re_path(CLUB + "$", reads(member_page(club.campaign)), name="tour-club"),
    re_path(CLUB + "/act$", acts.act, name="tour-club-act"),
    re_path(CLUB + "/members$", reads(member_page(members.members)), name="tour-club-members"),
    re_path(CLUB + "/leave$", reads(member_page(members.leave_page)), name="tour-club-leave"),
    re_path(CLUB + "/readings$", reads(member_page(switches.readings)), name="tour-club-switches"),
    re_path(CLUB + "/register/" + REGISTER + "$", register.page, name="tour-club-register"),
    re_path(CLUB + "/summary$", reads(member_page(end.summary)), name="tour-club-summary"),
    re_path(CLUB + "/end$", reads(member_page(end.end_page)), name="tour-club-end"),
    re_path(CLUB + r"/dates\.ics$", dates.file, name="tour-club-dates"),
    re_path(CLUB + "/book$", book_page.page, name="tour-club-book"),
    re_path(CLUB + r"/book\.pdf$", book_page.download, name="tour-club-book-file"),
    re_path(CLUB + "/export$", end.export, name="tour-club-export"),
    re_path("^tours/register/" + REGISTER + "/correct$", corrections.page, name="tour-correct"),
]
