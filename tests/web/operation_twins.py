"""Twin games of Special Operations: runs that differ only in what is secret there.

Ann is Red in The Codes!: the loadouts she picks before she settles, the units behind her covert tokens, who
of hers has the Codes, and the card she lays differ. Where she is Blue, what she sees of Bob's tokens does.
"""

from collections.abc import Sequence
from typing import Any

from muster.app.game.playing import commands
from muster.app.game.playing.playing import GameDesk
from muster.rules.game.answers import Lay, Picked, Take, Units
from muster.rules.game.game import legal, open_step
from muster.rules.game.log.events import SeatKept, SeedSealed
from muster.rules.game.steps.operations import Acting, DealCodes, DeployUnit
from muster.rules.game.table import SEATS, Seat, view
from tests.web.game_twins import Twin

MODE = "special-operations"
NAMES = {"one": "ann", "two": "bob"}
PICKED = ("fan-out", "follow-my-lead", "covert-ambush")
OTHERS = ("surgical-strike", "priority-target", "low-vis-equipment")
LAID, DITHERED = "standing-orders", "shock-and-awe"
QUIET = ("", "move", "dash", "aim", "dodge")
"""What units do: nobody fights, so nobody panics and shows a token."""


class RedTwin(Twin):
    """Ann is Red, with covert units and the Codes."""

    seed = 1
    canaries: tuple[str, ...] = ('"decoy-', "game.token_meant", "game.codes_dealt", "hidden-", "log.sealed")
    squads = ("imperial-special-forces", "clone-troopers")

    def prepare(self) -> None:
        switches = {"condition": False}
        opened = commands.OpenGame(mode=MODE, mission="the-codes", squad=self.squads[0], switches=switches)
        self.do("ann", opened)
        self.do("bob", commands.TakeSeat(seat="two", player="Bob"))
        self.do("bob", commands.BringSquad(seat="two", squad=self.squads[1]))
        self.do("ann", commands.BeginGame())

    @property
    def step(self) -> Any:
        return self.desk.game.table.todo[-1]

    def red(self) -> Seat:
        return self.desk.game.table.seat_of("red")

    def until(self, what: str) -> None:
        """On with the least there is, until such a prompt is open."""
        for _ in range(300):
            if self.step.id.endswith(what):
                return
            seat: Seat = next(one for one in SEATS if open_step(view(self.desk.game, one)))
            self.say(NAMES[seat], self.choice(list(legal(view(self.desk.game, seat)))))
        raise AssertionError(f"{what} never comes")

    def choice(self, options: Sequence[Any]) -> Any:
        """The same in both runs, but for secrets."""
        if isinstance(self.step, DeployUnit):
            return options[-1 if self.hides(options) and self.kind == "changed" else 0]
        if isinstance(self.step, DealCodes):
            return self.deal(options[0])
        if isinstance(self.step, Acting):
            return next((one for one in options if one.action in QUIET and not one.on), options[-1])
        return next(
            (one for one in options if isinstance(one, Picked) and one.options == ("no",)), options[0]
        )

    def hides(self, options: Sequence[Units]) -> bool:
        units = self.desk.game.table.units
        return all(units[one.units[0]].waits for one in options)

    def deal(self, said: Units) -> Units:
        """The same holders; the first of them has the Codes."""
        turned = self.kind == "changed"
        return Units(prompt=said.prompt, units=said.units[::-1] if turned else said.units)

    def picks(self) -> None:
        """Loadouts: in one run others first, which nobody may know of."""
        sides = PICKED if self.kind == "plain" else OTHERS
        picked = self.say("ann", Picked(prompt="setup.loadouts", options=sides))
        self.stop("Ann has picked")
        if self.kind == "changed":
            self.do("ann", commands.TakeBack(batch=picked), hidden=True)
            self.say("ann", Picked(prompt="setup.loadouts", options=PICKED), hidden=True)

    def lays(self) -> None:
        """A command card: in one run another first."""
        laid = self.say("ann", Lay(prompt="r1.card", card=LAID if self.kind == "plain" else DITHERED))
        self.stop("Ann has laid a card")
        if self.kind == "changed":
            self.do("ann", commands.TakeBack(batch=laid), hidden=True)
            self.say("ann", Lay(prompt="r1.card", card=LAID), hidden=True)

    def changes_what_it_hides(self) -> None:
        """Ann places a covert unit and deals the Codes, and both twice: first one thing, then another."""
        for step in (DeployUnit, DealCodes):
            while True:
                seat: Seat = next(one for one in SEATS if open_step(view(self.desk.game, one)))
                options = list(legal(view(self.desk.game, seat)))
                if (
                    isinstance(self.step, step)
                    and seat == "one"
                    and (step is DealCodes or self.hides(options))
                ):
                    break
                self.say(NAMES[seat], self.choice(options))
            if step is DealCodes:
                ways = [options[0], Units(prompt=options[0].prompt, units=options[0].units[::-1])]
            else:
                ways = [options[0], options[-1]]
            first, then = ways if self.kind == "plain" else ways[::-1]
            placed = self.say("ann", first)
            self.stop(f"{step.__name__} said")
            self.do("ann", commands.TakeBack(batch=placed))
            self.stop(f"{step.__name__} taken back")
            self.say("ann", then)
            self.stop(f"{step.__name__} said again")

    def redistributes(self) -> None:
        """A holder deals the tokens anew among all of them."""
        for _ in range(200):
            seat: Seat = next(one for one in SEATS if open_step(view(self.desk.game, one)))
            options = list(legal(view(self.desk.game, seat)))
            wanted = [one for one in options if isinstance(one, Take) and one.action == "redistribute"]
            self.say(NAMES[seat], wanted[0] if wanted else self.choice(options))
            if wanted:
                break
        holders = [one for one in self.step.options if self.desk.game.table.units[one].has("code")]
        self.say("ann", Picked(prompt=self.step.id, options=tuple(holders)))
        turned = self.kind == "plain"
        units = self.step.units[::-1] if turned else self.step.units
        self.say("ann", Units(prompt=self.step.id, units=units))

    def _know(self, desk: GameDesk) -> None:
        kept = [one.event for one in desk.log if isinstance(one.event, SeatKept)]
        self.secrets = {*self.canaries, *(one.code for one in kept), *(one.player for one in kept)}
        self.secrets |= {one.event.seed for one in desk.log if isinstance(one.event, SeedSealed)}


class BlueTwin(RedTwin):
    """Ann is Blue and looks at Bob's tokens, which are dealt otherwise: nobody else may tell."""

    seed = 2
    knows = ("two", "bob")
    canaries = (*RedTwin.canaries, "game.token_seen", "game.loadouts_picked", "game.card_laid")

    def _tags(self, stop: str) -> dict[str, str]:
        return {}

    def looks(self) -> None:
        """The first unit of hers that may stops the first holder."""
        for _ in range(200):
            seat: Seat = next(one for one in SEATS if open_step(view(self.desk.game, one)))
            options = list(legal(view(self.desk.game, seat)))
            halts = [one for one in options if isinstance(one, Take) and one.action == "halt"]
            self.say(NAMES[seat], halts[0] if halts else self.choice(options))
            if halts:
                return
        raise AssertionError("nobody may look")


def secrets_of_red(twin: RedTwin) -> None:
    """Loadouts, covert tokens, codes, the laid card, a redistribution: until the first End Phase."""
    twin.prepare()
    twin.until("setup.loadouts")
    assert twin.red() == "one"
    twin.picks()
    twin.say("bob", next(legal(view(twin.desk.game, "two"))))
    twin.glance("loadouts are opened")
    twin.until("setup.codes")
    assert len(twin.desk.game.secrets["one"].covert) == 3
    twin.glance("all are deployed")
    twin.until("r1.card")
    twin.glance("codes are dealt")
    twin.lays()
    twin.say("bob", Lay(prompt="r1.card", card=LAID))
    twin.glance("cards are opened")
    twin.redistributes()
    twin.stop("dealt anew")


def pages_of_red(twin: RedTwin) -> None:
    """The same, and every page of the game as each opens it."""
    secrets_of_red(twin)
    twin.look("every page", everywhere=False)


def a_look_of_blue(twin: BlueTwin) -> None:
    """Blue looks at a token; everybody knows that, nobody what it was."""
    twin.prepare()
    twin.until("r1.card")
    assert twin.red() == "two"
    twin.looks()
    assert twin.desk.game.secrets["one"].seen
    twin.stop("Ann has looked")
    twin.look("every page", everywhere=False)
