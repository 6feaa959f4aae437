"""`muster-lab docs` builds the docs site strictly."""

import os
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import click

from muster_lab import CHECKOUT

SITE = CHECKOUT / "src" / "muster" / "web" / "docs_site"
HASHES = "script-hashes.txt"
"""Hashes of the scripts inside the pages; `muster.web.site.docs` puts them into the security policy."""
MAX_BYTES = 4 * 1024 * 1024
SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
UNUSED = ("**/*.map", "assets/javascripts/lunr/**/*.js", "sitemap.xml*", "404.html")
INLINE = re.compile(r"<style[ >]|<[^>]+ (?:style|on\w+)=[\"'][^>]*>")
"""Styles and handlers inside a page, which the security policy of the docs blocks."""
UNREAD = re.compile(r"(?:^|>)```.*", re.MULTILINE)
"""A fence that was not understood: its commands would stand on the page as running text."""
FOREIGN = re.compile(r"<(?:script|link|img|iframe)[^>]*?(?:src|href)=\"?https?://[^>]*>")


@click.command("docs")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=SITE,
    help="Where to put the site. Its contents are replaced. Default: what the app serves.",
)
def command(out: Path) -> None:
    """Build the docs site that the app serves at /docs. A dead link fails the build."""
    build_site(out)
    files = [file for file in out.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    click.echo(f"{sum(file.suffix == '.html' for file in files)} pages, {size / 1024:,.0f} kB, in {out}")
    if size > MAX_BYTES:
        raise click.ClickException(f"The site weighs {size:,} bytes, but may weigh at most {MAX_BYTES:,}.")


def build_site(out: Path) -> None:
    """Build into an empty folder, drop files that no page uses, and write the hashes of inline scripts."""
    from mkdocs.commands.build import build as run_mkdocs
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    prepare_django()
    shutil.rmtree(out, ignore_errors=True)
    try:
        run_mkdocs(load_config(str(CHECKOUT / "mkdocs.yml"), site_dir=str(out)))
    except Abort as stopped:
        raise click.ClickException("The docs have errors; the lines above name them.") from stopped
    for pattern in UNUSED:
        for file in out.glob(pattern):
            file.unlink()
    pages = [page.read_text() for page in sorted(out.rglob("*.html"))]
    for page in pages:
        if forbidden := forbidden_part(page):
            raise click.ClickException(f"A page contains what its security policy blocks: {forbidden}")
        if fence := UNREAD.search(page):
            raise click.ClickException(f"A page shows a fence as text: {fence[0][:200]}")
    (out / HASHES).write_text(
        "\n".join(sorted({digest for page in pages for digest in script_hashes(page)})) + "\n"
    )


def prepare_django() -> None:
    """Load the settings, which the OpenAPI document needs; nothing here touches the database."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.web.settings")
    django.setup()


def forbidden_part(page: str) -> str:
    """The first part of the page that its policy blocks: files from other hosts, inline styles, handlers."""
    found = FOREIGN.search(page) or INLINE.search(page)
    return found[0][:200] if found else ""


def script_hashes(page: str) -> set[str]:
    """The policy source of each inline script of the page; blocks of JSON data are not scripts."""
    inline = [
        found["text"]
        for found in SCRIPT.finditer(page)
        if "src=" not in found["attributes"] and "application/json" not in found["attributes"]
    ]
    return {f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}" for text in inline}
