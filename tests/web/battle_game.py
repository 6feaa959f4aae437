"""The game of a battle on one phone that keeps the score for both: it reads the form that is drawn and
answers through it."""

import re

from django.test import Client

from muster.web.game.desks import desk_over
from muster.web.requests import new_store
from tests.web.account_fixtures import markup, text_of
from tests.web.form_filler import Fields

SENT = re.compile(r'href="((?:/battle/|/event/[^"]*report)[^"]*)"')


class ScorePhone:
    """A phone at a game, by the pages alone."""

    def __init__(self, client: Client) -> None:
        self.client, self.game = client, ""

    def open(self, **form: str) -> "ScorePhone":
        """Open the game of a battle or a table, or come to it."""
        answer = self.client.post("/play", {"key": "k", "watched": "on", **form})
        assert answer.status_code == 302, text_of(answer)
        self.game = answer["Location"].removeprefix("/game/")
        return self

    @property
    def table(self):
        return desk_over(new_store(), self.game).game.table

    def page(self) -> str:
        return markup(self.client.get(f"/game/{self.game}"))

    def do(self, do: str, **form: object) -> str:
        answer = self.client.post(f"/game/{self.game}/act", {"do": do, **form}, follow=True)
        assert answer.status_code == 200, text_of(answer)
        return markup(answer)

    def answer(self, **chosen: object) -> str:
        """Send the open prompt: what was chosen, the first of each choice besides, its main button."""
        shown = Fields(self.page())
        first = {name: values[0] for name, values in shown.radios.items() if name != "tab"}
        sent = {**shown.hidden, **first, **chosen}
        answer = self.client.post(f"/game/{self.game}/act", {"do": shown.main, **sent}, follow=True)
        if answer.status_code == 422 and 'value="say sure"' in markup(answer):
            return self.do("say sure", **sent)
        assert answer.status_code == 200, text_of(answer)
        return markup(answer)

    def to(self, prompt: str) -> str:
        """Answer with what the page has chosen until a prompt is open whose id has this part."""
        for _ in range(40):
            open_now = Fields(self.page()).hidden.get("prompt", "")
            if prompt in open_now.split("."):
                return open_now
            self.answer()
        raise AssertionError(f"{prompt} never comes")

    @property
    def sent(self) -> str:
        """The address of the page to which the result goes."""
        found = SENT.search(self.page())
        assert found, "nothing is handed over"
        return found[1].replace("&amp;", "&")
