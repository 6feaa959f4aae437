"""Addresses at the table: tools for any table, and setting one up."""

from django.urls import path, re_path

from muster.web.game import components, operations, setup, tools
from muster.web.game.joining import join
from muster.web.game.overlay import overlay
from muster.web.game.play import help as play_help
from muster.web.game.play import views as play
from muster.web.game.play.replay import replay
from muster.web.game.play.screens.remind import remind

GAME = r"^game/(?P<game>[0-9a-f]{32})"
SETUP = r"^tables/setup/(?P<table>[0-9a-f]{32})"

urlpatterns = [
    path("play", play.new, name="play"),
    path("play/help", play_help.render_help, name="play-help"),
    path("g", join, name="game-join"),
    re_path(GAME + "$", play.game, name="game"),
    re_path(GAME + "/live$", play.table_live, name="game-live"),
    re_path(GAME + "/act$", play.act, name="game-act"),
    re_path(GAME + r"/tools/(?P<unit>(?:one|two)\.\d{1,3})$", play.unit_tools, name="game-tools"),
    re_path(GAME + "/log$", play.log, name="game-log"),
    re_path(GAME + "/replay$", replay, name="game-replay"),
    re_path(GAME + "/remind$", remind, name="game-remind"),
    re_path(GAME + "/hall$", play.hall, name="game-hall"),
    re_path(GAME + "/overlay$", overlay, name="game-overlay"),
    re_path(GAME + "/as/(?P<seat>one|two)$", play.as_seat, name="game-as"),
    path("squads/missions", operations.render_missions, name="squad-missions"),
    path("tables", tools.index, name="tables"),
    path("tables/terrain", tools.terrain, name="tables-terrain"),
    path("tables/components", components.render_components, name="tables-components"),
    path("tables/regulations", tools.regulations, name="tables-regulations"),
    path("tables/setup", setup.begin, name="tables-setup"),
    re_path(SETUP + "$", setup.page, name="table-setup"),
    re_path(SETUP + "/body$", setup.body, name="table-setup-body"),
]
