"""Addresses of the admin page, and of reports."""

from django.urls import path

from muster.web.admin import pages, reports

urlpatterns = [
    path("admin", pages.overview, name="admin"),
    path("admin/accounts", pages.accounts, name="admin-accounts"),
    path("admin/accounts/<uuid:account>", pages.account, name="admin-account"),
    path("admin/reports", reports.index, name="admin-reports"),
    path("report", reports.new_report, name="report"),
]
