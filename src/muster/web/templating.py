"""The Jinja2 environment of the site: a few globals, no rules."""

from collections.abc import MutableMapping
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from jinja2 import Environment, StrictUndefined

import muster
from muster.rules.campaign.library.charts import RANK_STARTS
from muster.web.accounts.devices import sign_in_news
from muster.web.cards.effects import effect_of
from muster.web.cards.words import FACTION_NAMES
from muster.web.dice.odds import decimal, fraction, percent
from muster.web.environment import day, plural, static, url
from muster.web.game.play.rows import choice_row, crew_lines, unit_lines
from muster.web.game.play.story import render_story
from muster.web.look.demo_world import banner
from muster.web.page import reader_of, render_cached
from muster.web.rooms import TOOLS
from muster.web.rules.rules import rule_links, rule_note, rules_named
from muster.web.rules.why import refusal_why, source_line
from muster.web.serving.template_cache import template_cache_for
from muster.web.start.bar import tab_bar
from muster.web.start.help import hint_for
from muster.web.start.previews import preview_picture


class SiteEnvironment(Environment):
    """All templates have the same globals, set before the first is loaded: the one dict of them. Jinja's own
    chain of dicts is walked through again for every template that a page imports."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals


class FormField:
    """The hidden field of a page's forms: made when the first form is drawn, and the same for all of them."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def html(self) -> str:
        """The field."""
        return csrf_input(self.request)

    def __html__(self) -> str:
        return self.html

    __str__ = __html__


def form_field(request: HttpRequest) -> dict[str, object]:
    """For Django's backend, which would make one for every form."""
    return {"csrf_input": FormField(request)}


def environment(**options: Any) -> Environment:
    """Built by Django for its Jinja2 backend."""
    env = SiteEnvironment(
        **options
        | {
            "undefined": StrictUndefined,
            "trim_blocks": True,
            "lstrip_blocks": True,
            "cache_size": -1,  # all stay: there are a few hundred
            "bytecode_cache": template_cache_for(),
        }
    )
    env.globals.update(
        rule_note=rule_note,
        hint_for=hint_for,
        sign_in_news=sign_in_news,
        preview_picture=preview_picture,
        reader_of=reader_of,
        contact=settings.CONTACT,
        source=settings.SOURCE,
        root=settings.DEMO_ROOT,
        demo_banner=banner,
        static=static,
        url=url,
        icons=static("muster/icons.svg"),
        game_icons=static("muster/game/icons-games.svg"),
        tab_bar=tab_bar,
        tools=TOOLS,
        rank_starts=RANK_STARTS,
        unit_lines=unit_lines,
        crew_lines=crew_lines,
        choice_row=choice_row,
        story_of=render_story,
        drawn_again=render_cached,
        effect_of=effect_of,
        version=muster.__version__,
    )
    env.filters.update(day=day, plural=plural, decimal=decimal, fraction=fraction, percent=percent)
    env.filters.update(rule_links=rule_links, rules_named=rules_named)
    env.filters.update(source_line=source_line, refusal_why=refusal_why)
    env.filters["faction"] = FACTION_NAMES.__getitem__
    return env
