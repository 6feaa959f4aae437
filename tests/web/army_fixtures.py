"""An army in the builder, and short ways to press its buttons."""

import re
from typing import Any

from django.test import Client

from muster.rules.armies.army import Army
from muster.store.armies import DatabaseArmies
from tests.web.account_fixtures import markup, text_of

HEADERS = {"host": "localhost"}


class Builder:
    """One person at the builder of one army."""

    def __init__(self, client: Client | None = None, **fields: str) -> None:
        self.client = client or Client(headers=HEADERS)
        asked = {"faction": "empire", "format": "standard", **fields}
        response = self.client.post("/armies/new", asked)
        assert response.status_code == 302, response.content
        self.address = response["Location"].partition("?")[0]
        self.id = self.address.removeprefix("/armies/")

    @property
    def army(self) -> Army:
        saved = DatabaseArmies().get(self.id)
        assert saved is not None
        return saved.army

    @property
    def version(self) -> int:
        saved = DatabaseArmies().get(self.id)
        assert saved is not None
        return saved.version

    @property
    def code(self) -> str:
        saved = DatabaseArmies().get(self.id)
        assert saved is not None
        return saved.code

    def get(self, state: str = "", **headers: str) -> Any:
        return self.client.get(self.address + state, headers={**HEADERS, **headers})

    def html(self, state: str = "") -> str:
        response = self.get(state)
        assert response.status_code == 200, text_of(response)
        return markup(response)

    def do(self, act: str, at: str = "", **fields: Any) -> Any:
        """Press a button of the page as it now is, without scripts."""
        form = {"do": act, "seen": self.version, "key": f"page-{self.version}", "at": at, **fields}
        return self.client.post(f"{self.address}/act", form)

    def tap(self, act: str, at: str = "", **fields: Any) -> Any:
        """Press it with htmx."""
        form = {"do": act, "seen": self.version, "key": f"page-{self.version}", "at": at, **fields}
        return self.client.post(f"{self.address}/act", form, headers={**HEADERS, "HX-Request": "true"})

    def has(self, *acts: str) -> "Builder":
        """Do several things that must work."""
        for act in acts:
            response = self.do(act)
            assert response.status_code == 302, (act, text_of(response))
        return self


def verdict(html: str) -> str:
    """What the button in the header says."""
    found = re.search(r'class="verdict"[^>]*>.*?</svg>([^<]*)<', html)
    assert found
    return found[1].strip()
