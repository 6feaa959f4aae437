"""The mkdocs hook: adds pages generated from the code, and mends links that lead out of docs/."""

import posixpath
import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from muster_lab import CHECKOUT
from muster_lab.docs.api_reference import api_reference
from muster_lab.docs.command_reference import command_reference
from muster_lab.docs.guides import PICTURES, guide_page
from muster_lab.docs.library_reference import library_reference

INCLUDED = {
    "ARCHITECTURE.md": "contributors/architecture.md",
    "CHANGELOG.md": "contributors/changes.md",
    "CONTRIBUTING.md": "contributors/index.md",
    "SECURITY.md": "operators/security.md",
    "deploy/README.md": "operators/cluster.md",
    "lab/README.md": "contributors/laboratory.md",
    "lab/docs/scale.md": "operators/scale.md",
    "lab/docs/trust.md": "operators/trust.md",
}
"""Documents outside docs/, and their path on the site."""

GENERATED = {
    "players/guides.md": guide_page,
    "tools/calls.md": api_reference,
    "tools/commands.md": command_reference,
    "tools/library.md": library_reference,
}
"""Pages generated from the code."""

DECISIONS = "contributors/decisions.md"
FOLDERS = {"docs/reference": "index.md", "docs/decisions": DECISIONS}
"""Folders that documents link to, and the page that stands for them on the site."""
LINK = re.compile(
    r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!https?:|#|/|mailto:)(?P<path>[^)#\s]+)(?P<anchor>#[^)\s]*)?\)"
)
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
HOMES = {site: home for home, site in INCLUDED.items()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and pictures that are not in docs/."""
    for home, site in INCLUDED.items():
        files.append(File.generated(config, site, content=(CHECKOUT / home).read_text()))
    for site, generate in GENERATED.items():
        files.append(File.generated(config, site, content=generate()))
    files.append(File.generated(config, DECISIONS, content=decisions_page()))
    for picture in sorted(PICTURES.glob("*.webp")):
        files.append(File.generated(config, f"players/{picture.name}", abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Rewrite links, which are written for the checkout, to paths of the site."""
    here = page.file.src_uri
    parts = FENCE.split(markdown)
    return "".join(part if part.startswith("```") else relink(part, here) for part in parts)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Name the parts of the search, which the theme leaves nameless or names alike, for screen readers."""
    dialog, options = (
        'data-md-component="search" role="dialog"',
        'class="md-search__options" aria-label="Search"',
    )
    named = output.replace(dialog, f'{dialog} aria-label="Search the docs"')
    return named.replace(options, options.replace("Search", "Search options"))


def relink(text: str, here: str) -> str:
    """The text of page `here` with its links rewritten; mkdocs reports the dead ones.

    A link to a file or folder of the checkout that is not on the site becomes plain text.
    """
    home = HOMES.get(here, f"docs/{here}")

    def rewrite(link: re.Match[str]) -> str:
        source = posixpath.normpath(posixpath.join(posixpath.dirname(home), link["path"]))
        site = FOLDERS.get(source) or INCLUDED.get(source) or source.removeprefix("docs/")
        if site == source and (CHECKOUT / source).exists():
            return link["text"]
        path = posixpath.relpath(site, posixpath.dirname(here) or ".")
        return f"{link['picture']}[{link['text']}]({path}{link['anchor'] or ''})"

    return LINK.sub(rewrite, text)


def decisions_page() -> str:
    """All decisions on one page, the newest first, a chapter each."""
    notes = sorted((CHECKOUT / "docs" / "decisions").glob("0*.md"), reverse=True)
    chapters = [f"#{note.read_text().replace(chr(10) + '## ', chr(10) + '### ')}" for note in notes]
    return "\n".join(["# Decisions", "", "Why it is so, half a page each.", "", *chapters])
