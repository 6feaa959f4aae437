"""`muster-lab bench weight`: how many kilobytes a phone loads when it opens a page for the first time.

Counts the page and every file it refers to: style sheets, scripts, the icons it draws, and the fonts whose
letters occur on it. Each counts as the server sends it, compressed where it compresses. What a browser
fetches only when the app is installed, and what the service worker fetches later, does not count.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

import click

from muster_lab.bench.log import database

PAGES: Final = ("/", "/odds", "/cards", "/keywords", "/search?q=pierce")
LINKED: Final = re.compile(r'<link rel="(?:stylesheet|icon)" href="([^"]+)"')
SCRIPTS: Final = re.compile(r'<script (?:type="module" )?src="([^"]+)"')
PICTURES: Final = re.compile(r'(?:<use href|<img[^>]* src)="([^"#]+)')
FONT: Final = re.compile(r'@font-face \{.*?url\("([^"]+)"\).*?unicode-range:\s*([^;]+);', re.DOTALL)
KINDS: Final = {"css": "styles", "js": "scripts", "woff2": "fonts"}


def weigh_page(client: Any, path: str) -> dict[str, float]:
    """Kilobytes by kind of file, and the number of requests."""
    page = client.get(path)
    text = page.content.decode()
    sizes: defaultdict[str, int] = defaultdict(int, page=bytes_sent(path, page))
    files = dict.fromkeys((*LINKED.findall(text), *SCRIPTS.findall(text), *PICTURES.findall(text)))
    for file in dict.fromkeys((*files, *fonts_used(client, files, text))):
        kind = KINDS.get(file.partition("?")[0].rpartition(".")[2], "pictures")
        sizes[kind] += bytes_sent(file, client.get(file))
        sizes["requests"] += 1
    requests = sizes.pop("requests") + 1
    kilobytes = {kind: round(size / 1000, 1) for kind, size in sizes.items()}
    return kilobytes | {"total": round(sum(sizes.values()) / 1000, 1), "requests": requests}


def fonts_used(client: Any, files: dict[str, None], text: str) -> Iterator[str]:
    """The font files that the style sheets need for the letters on this page."""
    letters = {ord(letter) for letter in text}
    for sheet in (file for file in files if file.partition("?")[0].endswith(".css")):
        for address, ranges in FONT.findall(b"".join(client.get(sheet)).decode()):
            if any(letters & set(letters_in(span.strip())) for span in ranges.split(",")):
                yield f"{sheet.rpartition('/')[0]}/{address}"


def letters_in(unicode_range: str) -> range:
    """The code points of a range such as `U+0000-00FF`."""
    first, _, last = unicode_range.removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


def bytes_sent(path: str, response: Any) -> int:
    """How many bytes the server sends for this response."""
    from muster.web.serving.response_cache import Response, pack

    if response.status_code != 200:
        raise click.ClickException(f"{path} answers {response.status_code}")
    body = b"".join(response)
    headers = [(name.lower().encode(), value.encode("latin1")) for name, value in response.items()]
    answer = pack(path.partition("?")[0], Response(200, headers, body))
    return len(answer.packed or body)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print kilobytes as JSON.")
def command(as_json: bool) -> None:
    """Kilobytes of a page that is opened for the first time, as the server sends them."""
    with database(None):
        from django.test import Client

        found = {path: weigh_page(Client(headers={"host": "localhost"}), path) for path in PAGES}
    if as_json:
        click.echo(json.dumps(found))
        return
    kinds = list(dict.fromkeys(kind for sizes in found.values() for kind in sizes))
    click.echo(f"{'kB':<20}" + "".join(f"{kind:>10}" for kind in kinds))
    for path, sizes in found.items():
        click.echo(f"{path:<20}" + "".join(f"{sizes.get(kind, 0):>10}" for kind in kinds))
