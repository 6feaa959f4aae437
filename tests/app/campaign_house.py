"""Two players with a Register each and the use cases over one store."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import SideRef
from muster.app.memory_store import MemoryStore
from muster.app.streams import EventStore
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register.recruiting import Recruit
from tests.app.everybody import everybodys_clubs, everybodys_registers

START = datetime(2026, 7, 1, tzinfo=UTC)
ANN, BOB, BATTLE = f"register:{'a' * 32}", f"register:{'b' * 32}", "battle:1"
BLUE, RED = SideRef(BATTLE, "blue"), SideRef(BATTLE, "red")
PLAN = MusterPlan(units=(Picked(dossier="d1", upgrades=("Cf",)), Picked(dossier="d2"), Picked(dossier="d3")))


class House:
    """A store, its use cases and a running clock."""

    def __init__(self, books: Library | None = None) -> None:
        self.numbers = count(1)
        self.use(MemoryStore(), books)

    def use(self, store: EventStore, books: Library | None = None) -> None:
        """Everything in this store."""
        self.store = store
        self.battles = Battles(store, books)
        self.tours = self.battles.logs
        self.registers = everybodys_registers(self.tours)
        self.clubs = everybodys_clubs(self.tours)

    def act(self, actor: str = "ann", key: str | None = None) -> Act:
        number = next(self.numbers)
        return Act(actor=actor, at=START + timedelta(minutes=number), batch=f"act-{number}", key=key)

    def build(self, stream: str, actor: str, arc: str = "bring-peace-to-the-galaxy") -> None:
        registers = self.registers
        registers.do(
            self.act(actor), stream, commands.OpenRegister(faction="empire", points_date=date(2026, 7, 1))
        )
        registers.do(
            self.act(actor),
            stream,
            commands.Recruit(wanted=Recruit(unit="Cb", upgrades=("Cf",), name="Moff")),
        )
        registers.do(self.act(actor), stream, commands.Recruit(wanted=Recruit(unit="ay")))
        registers.do(self.act(actor), stream, commands.Recruit(wanted=Recruit(unit="ay")))
        registers.do(self.act(actor), stream, commands.ChooseArc(arc=arc))
        registers.do(self.act(actor), stream, commands.NameRegister(name=f"Host of {actor}"))
        registers.do(self.act(actor), stream, commands.Found())

    def fight(self, defeated: tuple[str, ...] = ("d2",)) -> None:
        self.build(ANN, "ann")
        self.build(BOB, "bob")
        self.battles.open(self.act(), Opening(battle=BATTLE, points=600), {"blue": ANN, "red": BOB})
        self.battles.do(self.act(), BLUE, ask.Muster(plan=PLAN))
        self.battles.do(self.act("bob"), RED, ask.Muster(plan=PLAN))
        self.battles.do(
            self.act(),
            SideRef(BATTLE, "blue"),
            ask.Record(winner="blue", conceded="", sides={"blue": SideRecord(defeated=defeated)}),
        )

    def finish(self, place: SideRef = BLUE, actor: str = "ann") -> None:
        step = self.battles.battle(BATTLE).state.side(place.side).step
        self.battles.do(self.act(actor), place, ask.FinishStep(step=step))

    def to_step(self, step: int, place: SideRef = BLUE, actor: str = "ann") -> None:
        """Through the steps with nothing chosen."""
        b = self.battles
        while (now := b.battle(BATTLE).state.side(place.side).step) < step:
            if now == 1:
                b.do(self.act(actor), place, ask.ResolveAgenda())
            if now == 3:
                b.do(self.act(actor), place, ask.RollSupply(faces=["blank"]))
            if now == 4 and place == BLUE:
                b.do(self.act(actor), place, ask.RollCheck(dossier="d2", faces=["blank"]))
                b.do(self.act(actor), place, ask.SettleCheck(dossier="d2"))
            if now == 5:
                b.do(self.act(actor), place, ask.AwardExperience())
            self.finish(place, actor)

    def to_the_end(self) -> None:
        """Both sides through all ten steps, each passed without a rival."""
        self.to_step(5)
        self.to_step(5, RED, "bob")
        self.battles.do(self.act("cat"), RED, ask.PassRivalFor(side="red"))
        self.battles.do(self.act("cat"), BLUE, ask.PassRivalFor(side="blue"))
        self.to_step(11)
        self.to_step(11, RED, "bob")
