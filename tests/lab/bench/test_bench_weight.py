"""`muster-lab bench weight`: every file of a page is counted once, as the server sends it."""

from typing import ClassVar

import pytest
from django.http import HttpResponse
from django.test import Client

from muster_lab.bench.weight import letters_in, weigh_page


class Site:
    """A site of four files."""

    files: ClassVar = {
        "/": ('<link rel="stylesheet" href="/static/a.css"><script src="/static/a.js"></script>é'
              '<use href="/static/i.svg#one"><use href="/static/i.svg#two">', "text/html"),
        "/static/a.css": ('@font-face { src: url("f/latin.woff2"); unicode-range: U+0000-00FF; }'
                          '@font-face { src: url("f/gr.woff2"); unicode-range: U+0370-03FF; }', "text/css"),
        "/static/a.js": ("x" * 50_000, "text/javascript"),
        "/static/i.svg": ("<svg/>", "image/svg+xml"),
        "/static/f/latin.woff2": ("f" * 30_000, "font/woff2"),
    }  # fmt: skip

    def get(self, path: str) -> HttpResponse:
        text, kind = self.files[path]
        return HttpResponse(text, content_type=kind)


def test_files_count_once_compressed_where_the_server_does_and_fonts_by_their_letters() -> None:
    sizes = weigh_page(Site(), "/")
    assert sizes["fonts"] == 30.0  # a font is compressed already, and nobody wrote Greek
    assert sizes["scripts"] < 1.0  # fifty thousand times the same letter
    assert sizes["requests"] == 5
    assert sizes["total"] == pytest.approx(30.0 + sizes["page"] + sizes["styles"] + sizes["scripts"], abs=0.2)


def test_ranges_of_letters() -> None:
    assert ord("ÿ") in letters_in("U+0000-00FF")
    assert list(letters_in("U+2191")) == [0x2191]


@pytest.mark.django_db
def test_the_start_page_is_light_for_a_phone_that_comes_first(client: Client) -> None:
    assert weigh_page(client, "/")["total"] < 90
