"""Addresses of the dice pages."""

from django.urls import path, re_path

from muster.web.dice import dice, odds, pool

TABLE = r"^table/(?P<table>[0-9a-f]{32})"

urlpatterns = [
    path("odds", odds.page, name="odds"),
    path("dice", dice.page, name="dice"),
    path("dice/roll", dice.roll, name="dice-roll"),
    path("dice/pool", pool.page, name="dice-pool"),
    path("dice/table", dice.open_table, name="dice-table-open"),
    re_path(TABLE + "$", dice.table, name="dice-table"),
    re_path(TABLE + "/live$", dice.table_live, name="dice-table-live"),
    *(
        re_path(f"{TABLE}/{verb}$", dice.table_act, {"verb": verb}, name=f"dice-table-{verb}")
        for verb in ("roll", "type", "undo", "close")
    ),
]
