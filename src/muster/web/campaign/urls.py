"""Addresses of Tours of Duty: Registers, how they are built, their chronicle."""

from django.urls import path, re_path

from muster.web.campaign.registers import my_registers, print, recruit, register
from muster.web.campaign.stories import chronicle

REGISTER = r"^tours/register/(?P<register>[0-9a-f]{32})"

urlpatterns = [
    path("tours", my_registers.index, name="tours"),
    path("tours/new", my_registers.new, name="tour-new"),
    re_path(REGISTER + "$", register.page, name="tour-register"),
    re_path(REGISTER + "/act$", register.act, name="tour-act"),
    re_path(REGISTER + "/undo$", register.undo, name="tour-undo"),
    re_path(REGISTER + "/recruit$", recruit.page, name="tour-recruit"),
    re_path(REGISTER + "/chronicle$", chronicle.page, name="tour-chronicle"),
    re_path(REGISTER + r"/print/(?P<sheet>[a-z]+)\.pdf$", print.page, name="tour-print"),
]
