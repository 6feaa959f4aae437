"""Addresses of the dice pages."""

from django.urls import path, re_path

from muster.web.dice import dice, odds

TABLE = r"^table/(?P<table>[0-9a-f]{32})"

urlpatterns = [
    path("odds", odds.page, name="odds"),
    path("dice", dice.page, name="dice"),
    path("dice/roll", dice.roll, name="dice-roll"),
    path("dice/table", dice.open_table, name="dice-table-open"),
    re_path(TABLE + "$", dice.table, name="dice-table"),
    re_path(TABLE + "/live$", dice.table_live, name="dice-table-live"),
    re_path(TABLE + "/roll$", dice.table_roll, name="dice-table-roll"),
    re_path(TABLE + "/type$", dice.table_type, name="dice-table-type"),
    re_path(TABLE + "/undo$", dice.table_undo, name="dice-table-undo"),
    re_path(TABLE + "/close$", dice.table_close, name="dice-table-close"),
]
