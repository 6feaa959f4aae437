"""An event of two players whose organiser has a webhook."""

from datetime import UTC, datetime

from muster.app.acting import Act, Command
from muster.app.tournament import commands as events
from muster.rules.tournament.running.plan import TournamentPlan
from muster.store.accounts import new_id
from muster.web.tournament.requests import tournaments
from tests.web.account_fixtures import person, signed_in

ADDRESS = "https://discord.com/api/webhooks/1/secret"


class Cup:
    """An event of two players with its organiser."""

    def __init__(self) -> None:
        self.ora, self.stream = person("Ora"), f"tournament:{new_id().hex}"
        plan = TournamentPlan(structure="custom", rounds=1, short_names=True)
        self.do(events.Begin(name="Cup", plan=plan))
        self.do(events.Enter(names=("Ada Lovelace", "@everyone Bo"), present=True))
        self.page = f"/webhooks/event/{self.stream[-32:]}"

    def do(self, *commands: Command) -> None:
        for command in commands:
            tournaments().do(Act(str(self.ora.pk), datetime.now(UTC), str(new_id())), self.stream, command)

    def hook(self, **form: object):
        return signed_in(self.ora).post(self.page, {"do": "add", "address": ADDRESS, **form})

    def publish(self) -> None:
        self.do(events.Announce(), events.Draft(), events.Publish(draft=1))
