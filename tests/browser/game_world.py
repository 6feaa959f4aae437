"""Two people at games on the running site, each with a phone."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.playing import with_fingers


class World:
    """Ann and Bob, signed in, and their games on the running site."""

    def __init__(self, site: str, told: dict[str, Any], open_page: Any) -> None:
        self.site, self.told, self.open_page = site, told, open_page

    def phone(self, seat: str, game: int, fingers: bool = False) -> Page:
        """A phone of a player at one of the games; with fingers it plays by itself."""
        page = with_fingers(self.open_page()) if fingers else self.open_page()
        if seat in self.told["sessions"]:
            session = self.told["sessions"][seat]
            page.context.add_cookies([{"name": self.told["cookie"], "value": session, "url": self.site}])
        page.goto(f"{self.site}/game/{self.told['games'][game]['game']}")
        return page
