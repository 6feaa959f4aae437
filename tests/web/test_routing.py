"""Addresses by their first word: what Django would find among all of them, found among few."""

import pytest
from django.http import HttpResponse
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, path, re_path
from django.urls.resolvers import RoutePattern

from muster.web.routing import ByFirstWord, by_first_word, first_word
from tests.web.route_table import ROUTES


def view(_: object) -> HttpResponse:
    return HttpResponse()


def plain(resolver: URLResolver) -> URLResolver:
    """The same patterns as Django itself goes through them."""
    every = [
        plain(pattern) if isinstance(pattern, URLResolver) else pattern for pattern in resolver.url_patterns
    ]
    return URLResolver(RoutePattern(getattr(resolver, "prefix", "")), every)


def found(resolver: URLResolver, address: str) -> object:
    try:
        match = resolver.resolve(address)
    except Resolver404:
        return None
    return (
        match.route,
        match.url_name,
        match.func,
        match.args,
        match.kwargs,
        match.namespaces,
        match.app_names,
    )


def test_every_address_is_found_as_django_finds_it():
    (site,) = get_resolver().url_patterns
    assert isinstance(site, ByFirstWord)
    all_in_order = plain(site)
    addresses = {
        access.address.format_map(Ids()).lstrip("/").partition("?")[0]
        for row in ROUTES.values()
        for access in row
    }
    assert len(addresses) > len(ROUTES) / 2
    for address in [*addresses, "nowhere", "nowhere/x", "api", "api/v1", "api/v1/nowhere", "Cards", "cards/"]:
        assert found(site, address) == found(all_in_order, address), address
    routes = {found(site, address)[0] for address in addresses if found(site, address)}
    assert len(routes) > len(ROUTES) / 2, "most of them are real addresses"


class Ids(dict):
    """Something for every name in braces."""

    def __missing__(self, _: str) -> str:
        return "0" * 32


def test_where_resolvers_are_made_otherwise_django_tries_all_patterns(monkeypatch):
    def changed(*_: object) -> None:
        raise TypeError("another signature")

    patterns = [path("a/<int:n>", view, name="a"), path("b", view)]
    ours, below = by_first_word(patterns), by_first_word(patterns, "api/")
    monkeypatch.setattr(ByFirstWord, "__init__", changed)
    plain_ones, plain_below = by_first_word(patterns), by_first_word(patterns, "api/")
    assert isinstance(ours, ByFirstWord) and not isinstance(plain_ones, ByFirstWord)
    for address in ("a/7", "b", "a/x", "c"):
        assert found(plain_ones, address) == found(ours, address)
        assert found(plain_below, f"api/{address}") == found(below, f"api/{address}")


def test_only_patterns_with_the_word_are_tried():
    site = ByFirstWord([path("a/<int:n>", view), path("b", view), re_path("^a/x$", view), path("", view)])
    assert [str(pattern.pattern) for pattern in site.of_word["a"].url_patterns] == ["a/<int:n>", "^a/x$"]
    assert site.resolve("a/x").route == "^a/x$" and site.resolve("").route == ""
    with pytest.raises(Resolver404):
        site.resolve("a")
    with pytest.raises(Resolver404):
        site.resolve("c/x")


def test_words_below_a_prefix():
    api = ByFirstWord(
        [path("cards", view, name="all"), path("cards/<path:card>", view, name="one")], "api/v1/"
    )
    site = ByFirstWord([api])
    assert site.resolve("api/v1/cards").route == "api/v1/cards"
    assert site.resolve("api/v1/cards/a/b").kwargs == {"card": "a/b"}
    assert site.reverse("one", card="a/b") == "api/v1/cards/a/b"
    with pytest.raises(Resolver404):
        site.resolve("api/v2/cards")


@pytest.mark.parametrize(
    "pattern", [path("<slug:word>", view), re_path("^(a|b)/c$", view), re_path("^a.b/c$", view)]
)
def test_an_address_that_begins_with_no_word_is_a_mistake(pattern: URLPattern):
    with pytest.raises(ValueError, match="does not begin with a word"):
        first_word(pattern)
