"""The docs site: what is made from the code is whole, links lead on, and a page's scripts are known."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest

import muster
from muster.cli import COMMANDS
from muster_lab import CHECKOUT
from muster_lab.docs import hook
from muster_lab.docs.api_reference import api_reference
from muster_lab.docs.command import forbidden_part, script_hashes
from muster_lab.docs.command_reference import command_reference
from muster_lab.docs.library_reference import library_reference


def test_every_command_and_its_options_are_on_the_page():
    page = command_reference()
    assert {f"## muster {name}\n" for name in COMMANDS if f"\n## muster {name}\n" not in page} == set()
    assert "### muster army check\n" in page and "`--defence" in page
    assert "muster odds --attack black:4 --defence red\n" in page  # lines to copy


def test_every_promised_name_of_the_library_is_on_the_page():
    page = library_reference()
    promised = {f"muster.{name}.{key}" for name in muster.MODULES for key in getattr(muster, name).__all__}
    assert {name for name in promised if name not in page} == set()
    assert "check(army: Army | str | bytes) -> Report" in page
    assert "| `points` | `int` | required |" in page  # a field of a report
    assert "| `limit` | `int or None` | `None` |" in page and "Annotated" not in page  # of an army


def test_every_call_of_the_api_is_on_the_page():
    from muster.web.urls import api

    page = api_reference()
    calls = {f"\n{verb.upper()} {path}\n" for path, verbs in api.document["paths"].items() for verb in verbs}
    assert len(calls) > 50 and {call for call in calls if call not in page} == set()


def test_links_written_for_the_checkout_lead_to_pages_of_the_site():
    assert hook.relink("[a](docs/threat-model.md) [b](lab/docs/trust.md#x)", "operators/security.md") == (
        "[a](../threat-model.md) [b](trust.md#x)"
    )
    assert (
        hook.relink("[c](../../deploy/README.md)", "reference/running.md") == "[c](../operators/cluster.md)"
    )
    assert hook.relink("![p](../picture.png), [`deploy/`](../../deploy/)", "reference/running.md") == (
        "![p](../picture.png), `deploy/`"
    )
    assert hook.relink("[d](https://a.example/x.md) [e](#here)", "index.md") == (
        "[d](https://a.example/x.md) [e](#here)"
    )


def test_every_page_has_a_reader():
    """Each Markdown file of the docs stands in the navigation, but for decisions, which are one page."""
    nav = re.findall(r"[\w/-]+\.md", (CHECKOUT / "mkdocs.yml").read_text())
    docs = CHECKOUT / "docs"
    written = {
        page.relative_to(docs).as_posix() for page in docs.rglob("*.md") if page.parent.name != "decisions"
    }
    assert written | set(hook.INCLUDED.values()) | set(hook.GENERATED) | {hook.DECISIONS} == set(nav)


def test_scripts_in_a_page_are_known_by_their_hash_and_data_is_none():
    page = '<script>one()</script><script src="x.js"></script><script type="application/json">{}</script>'
    assert script_hashes(page) == {f"sha256-{b64encode(sha256(b'one()').digest()).decode()}"}


@pytest.mark.parametrize(
    "part",
    [
        '<script src="https://a.example/x.js">',
        '<link rel="stylesheet" href="https://a.example/x.css">',
        '<p style="color: red">',
        "<style>p { color: red }",
        '<a href="/" onclick="go()">',
    ],
)
def test_what_the_policy_forbids_ends_the_build(part):
    assert forbidden_part(f"<main>{part}</main>")
    assert not forbidden_part('<main><a href="https://a.example/">Elsewhere</a></main>')
