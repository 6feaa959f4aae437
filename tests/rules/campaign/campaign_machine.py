"""A club that plays at random: every act is offered to the app, which answers with events or with reasons."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.battle import commands as ask
from muster.app.campaign.battle.battles import Battles
from muster.app.campaign.battle.context import SideRef
from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from muster.rules.campaign.battle.answers import Answer
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked
from muster.rules.campaign.battle.recording import Opening
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.battle.steps.experience import rivals
from muster.rules.campaign.battle.steps.open_step import Task
from muster.rules.campaign.battle.steps.rewards import offer_of
from muster.rules.campaign.battle.turning_points import turning_point_standing
from muster.rules.campaign.register.correcting import Fix
from muster.rules.campaign.register.recruiting import Recruit, may_join, with_only_choices
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from muster.rules.log import act_to_undo
from muster.rules.messages import explain
from muster.rules.violations import Refused
from tests.app.everybody import everybodys_registers
from tests.rules.campaign.at_the_table import CARDS, DAY

START = datetime(2026, 7, 1, tzinfo=UTC)
WILD = (
    "roll-setback",
    "roll-trait",
    "resolve-agenda",
    "draw-orders",
    "roll-reward",
    "take-reward",
    "roll-supply",
    "roll-check",
    "reroll",
    "settle-check",
    "medevac",
    "award-experience",
    "award-commendation",
    "waive-commendation",
    "choose-card",
    "name-unit",
    "roll-warden",
    "recruit",
    "choose-arc",
    "name-rival",
)
SURE = frozenset(WILD) - {"take-reward", "recruit", "reroll"} | {"refill"}
"""Tasks that, once offered, are never refused: a page may show them as buttons."""

OWNERS = {"blue": "ann", "red": "bob"}


FACTIONS = ("empire", "rebels", "republic", "separatists")


def troops(faction: str, rank: str) -> list[str]:
    """The faction's own units of a rank that any Register of it may have, the cheapest first."""
    found = [
        unit
        for unit in CARDS.data.units
        if unit.faction == faction and unit.rank == rank and not unit.unique and unit.points is not None
    ]
    plain = [unit for unit in found if unit.special_issue is None and unit.detachment is None]
    return [unit.id for unit in sorted(plain, key=lambda unit: unit.points or 0)]


class Club:
    """Two players with a Register each, at random by a given source of chance."""

    def __init__(self, chance: Random, factions: tuple[str, str] = ("empire", "empire")) -> None:
        self.chance = chance
        self.factions = {"register:ann": factions[0], "register:bob": factions[1]}
        self.log = MemoryStore()
        self.store = RequestStore(self.log)
        self.battles = Battles(self.store, entropy=self.chance.randbytes)
        self.tours = self.battles.logs
        self.desk = everybodys_registers(self.tours)
        self.numbers = count(1)
        self.fought = 0
        self.refused = 0
        self.last_refusal: list[str] = []
        self.battle = ""
        self.registers: dict[SideKey, str] = {"blue": "register:ann", "red": "register:bob"}
        for key, stream in self.registers.items():
            self.build(key, stream)

    def act(self, key: SideKey | str) -> Act:
        number = next(self.numbers)
        actor = OWNERS.get(key, key)
        return Act(actor=actor, at=START + timedelta(minutes=number), batch=f"act-{number}")

    def build(self, key: SideKey, stream: str) -> None:
        arcs = sorted(self.tours.library.arcs)
        faction = self.factions[stream]
        self.desk.do(self.act(key), stream, commands.OpenRegister(faction=faction, points_date=DAY))
        corps, heavy = troops(faction, "corps"), troops(faction, "heavy")
        leader = troops(faction, "commander")[0]
        for unit in (leader, corps[0], corps[0], corps[1], *heavy[:1]):
            self.desk.do(self.act(key), stream, commands.Recruit(wanted=self.wanted(stream, unit)))
        self.desk.do(self.act(key), stream, commands.ChooseArc(arc=self.chance.choice(arcs)))
        self.desk.do(self.act(key), stream, commands.NameRegister(name=f"Host of {key}"))
        self.desk.do(self.act(key), stream, commands.Found())

    def wanted(self, stream: str, unit: str) -> Recruit:
        """A unit with the cheapest of what it must bring."""
        bare = Recruit(unit=unit, name=f"Number {next(self.numbers)}")
        own = self.tours.register(stream).state
        return with_only_choices(own, bare, self.tours.cards, Switches(), cheapest=True)

    def anybody(self, key: SideKey) -> Recruit:
        """Somebody of the faction, of any rank."""
        stream = self.registers[key]
        ranks = ("corps", "special-forces", "support", "heavy", "operative")
        units = [unit for rank in ranks for unit in troops(self.factions[stream], rank)]
        return self.wanted(stream, self.chance.choice(units))

    def register(self, key: SideKey) -> Register:
        return self.tours.register(self.registers[key]).state

    @property
    def state(self) -> Battle:
        return self.battles.battle(self.battle).state

    def place(self, key: SideKey) -> SideRef:
        return SideRef(self.battle, key)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Whether the app did it; a refusal must come with sentences. Anything else is a crash."""
        try:
            act()
        except Refused as no:
            self.last_refusal = [explain(violation) for violation in no.violations]
            assert self.last_refusal
            self.refused += 1
            return False
        return True

    # One battle ------------------------------------------------------------------------------------------

    def open_battle(self) -> None:
        self.battle = f"battle:{self.fought + 1}"
        stands = {key: turning_point_standing(self.register(key)) for key in SIDES}
        owner = next((key for key in SIDES if stands[key] == "must"), None)
        if owner is None:
            may = [key for key in SIDES if stands[key] == "may"]
            owner = self.chance.choice(may) if may and self.chance.random() < 0.7 else None
        if owner == "red":
            self.registers = {"blue": self.registers["red"], "red": self.registers["blue"]}
        points = self.chance.choice((600, 800, 1000))
        opening = Opening(battle=self.battle, points=points, turning_point=owner is not None, format="recon")
        self.battles.open(self.act("ann"), opening, self.registers)

    def muster(self, key: SideKey) -> bool:
        own = self.register(key)
        limit = {"commander": 1, "operative": 1, "corps": 4, "special-forces": 2, "support": 2, "heavy": 1}
        picks: list[Picked] = []
        for dossier in sorted(own.dossiers, key=lambda held: not held.paragon):
            useless = dossier.has_commendation("flexible-response")  # wants more heavy weapons than most have
            wanted = dossier.paragon or dossier.rank == "corps" or self.chance.random() < 0.7
            worn = self.worn(dossier.upgrades)
            if limit[dossier.rank] and wanted and not useless and not self.only_once(worn, picks):
                limit[dossier.rank] -= 1
                picks.append(Picked(dossier=dossier.id, upgrades=worn))
        usable = {"medevac", "combat-drop", "contingency-plan"}
        plan = MusterPlan(units=tuple(picks), assets=tuple(sorted(usable.intersection(own.assets))))
        return self.attempt(lambda: self.battles.do(self.act(key), self.place(key), ask.Muster(plan=plan)))

    def only_once(self, worn: tuple[str, ...], picks: list[Picked]) -> bool:
        """Whether one of these upgrades may be in an army once, and is in it."""
        there = {upgrade for pick in picks for upgrade in pick.upgrades}
        cards = self.tours.cards.upgrades
        return any(upgrade in there and cards[upgrade].limit for upgrade in worn)

    def repair(self) -> None:
        """Call off a battle that cannot be; the arbitrator grants potential, and fresh corps join."""
        self.battles.do(self.act("ann"), SideRef(self.battle, "blue"), ask.CallOff())
        for key, stream in self.registers.items():
            fix = [Fix(what="potential", amount=100)]
            grant = commands.Correct(fixes=tuple(fix), reason="Too few left to fight.")
            self.desk.do(self.act("cat"), stream, grant)
            for _ in range(2):
                corps = troops(self.factions[stream], "corps")[0]
                self.attempt(
                    lambda s=stream, k=key, c=corps: self.desk.do(
                        self.act(k), s, commands.Recruit(wanted=self.wanted(s, c))
                    )
                )

    def worn(self, upgrades: tuple[Any, ...]) -> tuple[str, ...]:
        seen: dict[str, str] = {}
        for upgrade in upgrades:
            seen.setdefault(upgrade.slot, upgrade.id)
        return tuple(seen.values())

    def choose_agendas(self) -> None:
        for key in SIDES:
            arc = self.register(key).arc
            open_ones = [agenda.id for agenda in arc.agendas if not agenda.complete] if arc else []
            agenda = self.chance.choice([*open_ones, ""])
            self.attempt(
                lambda k=key, a=agenda: self.battles.do(
                    self.act(k), self.place(k), ask.ChooseAgenda(agenda=a)
                )
            )

    def record(self) -> None:
        chance, state = self.chance, self.state
        sides = {}
        for key in SIDES:
            keys = [unit.key for unit in state.side(key).fielded]
            defeated = tuple(key for key in keys if chance.random() < 0.4)
            contesting = tuple(key for key in keys if key not in defeated and chance.random() < 0.4)
            chosen = tuple(chance.sample(keys, min(3, len(keys))))
            facts = tuple(fact for fact in self.tours.library.questions if chance.random() < 0.6)
            sides[key] = SideRecord(
                defeated=defeated,
                contesting=contesting,
                count=chance.randrange(9),
                facts=facts,
                chosen=chosen[:1] if chance.random() < 0.5 else chosen,
                mission_count=chance.randrange(5),
                mission_facts=facts,
                mission_chosen=chosen[:1],
                victory_points=chance.randrange(12),
            )
        winner = chance.choice(("blue", "red", "blue", "red", ""))
        conceded = {"blue": "red", "red": "blue"}.get(winner, "") if chance.random() < 0.1 else ""
        if chance.random() < 0.05:
            conceded = "both"
        # Units at random are often more than a card names; without any the record is always possible.
        for most in (3, 1, 0):
            cut = {
                k: replace(side, chosen=side.chosen[:most], mission_chosen=side.mission_chosen[:most])
                for k, side in sides.items()
            }
            if self.attempt(lambda cut=cut: self.tell(winner, conceded, cut)):
                return
        raise AssertionError(self.last_refusal)

    def tell(self, winner: str, conceded: str, sides: dict[str, SideRecord]) -> None:
        wanted = ask.Record(winner=winner, conceded=conceded, sides=sides)
        self.battles.do(self.act("ann"), SideRef(self.battle, "blue"), wanted)

    # The steps -------------------------------------------------------------------------------------------

    def step(self, key: SideKey) -> bool:
        """Do one of the tasks of a side, or end its step; False when nothing at all could be done."""
        here = self.battles.open_step(self.place(key))
        tasks = [task for task in here.tasks if not task.why_not]
        musts = [task for task in tasks if task.must]
        if here.done or (here.can_finish and not (tasks and self.chance.random() < 0.5)):
            named = [task for task in tasks if task.kind == "name-rival"]
            if named:
                return self.perform(key, named[0])
            if here.done:
                return False
            self.battles.do(self.act(key), self.place(key), ask.FinishStep(step=here.step))
            return True
        if not tasks:
            return False
        task = self.chance.choice(musts or tasks)
        done = self.perform(key, task)
        assert done or task.kind not in SURE, f"offered and then refused: {task}"
        return done

    def perform(self, key: SideKey, task: Task) -> bool:
        b, act, place, chance = self.battles, self.act(key), self.place(key), self.chance
        options, dossier = task.options, task.dossier
        faces = None
        deeds: dict[str, Callable[[], object]] = {
            "refill": lambda: b.do(act, place, ask.Recruit(wanted=Recruit(unit=self.affordable_corps(key)))),
            "roll-setback": lambda: b.do(act, place, ask.RollSetback(dossier=dossier, faces=faces)),
            "roll-trait": lambda: b.do(act, place, ask.RollTrait(dossier=dossier, faces=faces)),
            "resolve-agenda": lambda: b.do(act, place, ask.ResolveAgenda()),
            "draw-orders": lambda: b.do(act, place, ask.DrawOrders()),
            "roll-reward": lambda: b.do(act, place, ask.RollReward(part=options[0])),
            "take-reward": lambda: b.do(
                act, place, ask.TakeReward(part=options[0], answers=self.answers(key, options[0]))
            ),
            "roll-supply": lambda: b.do(act, place, ask.RollSupply()),
            "roll-check": lambda: b.do(
                act, place, ask.RollCheck(dossier=dossier, added=bool(options) and chance.random() < 0.5)
            ),
            "reroll": lambda: self.reroll(act, key, task),
            "settle-check": lambda: b.do(act, place, ask.SettleCheck(dossier=dossier)),
            "medevac": lambda: b.do(act, place, ask.UseMedevac(dossier=chance.choice(options))),
            "await-rival": lambda: b.do(
                self.act("bob" if key == "blue" else "ann"),
                self.other(key),
                ask.NameRival(dossier=chance.choice(rivals(b.battle(self.battle).state, other(key)))),
            ),
            "award-experience": lambda: b.do(act, place, ask.AwardExperience()),
            "award-commendation": lambda: b.do(
                act, place, ask.AwardCommendation(dossier=dossier, commendation=chance.choice(options))
            ),
            "waive-commendation": lambda: b.do(
                act, place, ask.AwardCommendation(dossier=dossier, commendation="")
            ),
            "choose-card": lambda: b.do(
                act, place, ask.ChooseCard(dossier=dossier, card=chance.choice(options or ("",)))
            ),
            "name-unit": lambda: self.desk.do(
                act, self.registers[key], commands.NameUnit(dossier=dossier, name=f"Squad {act.batch}")
            ),
            "roll-warden": lambda: b.do(act, place, ask.RollWarden()),
            "request-aid": lambda: b.do(act, place, ask.RequestAid(request=self.request(key, options[0]))),
            "recruit": lambda: b.do(act, place, ask.Recruit(wanted=self.anybody(key))),
            "choose-arc": lambda: b.do(act, place, ask.ChooseArc(arc=chance.choice(options))),
            "name-rival": lambda: b.do(act, place, ask.NameRival(dossier=chance.choice(options or ("",)))),
        }
        return self.attempt(deeds[task.kind])

    def wild(self, key: SideKey) -> None:
        """Something that is probably not allowed now, on anybody, with any choice."""
        chance, own, enemy = (
            self.chance,
            self.register(key),
            self.state.side("red" if key == "blue" else "blue"),
        )
        units = ("", "d1", "d2", "d99", "guest1", *(dossier.id for dossier in own.dossiers), *enemy.own_units)
        words = ("", "agenda", "mission", "resilient", "medevac", "the-weekend-war", "enemy-down", "x" * 300)
        kinds = [kind for kind in WILD if kind != "reroll" or self.state.side(key).checks]
        kind = chance.choice(kinds)
        dossier = (
            chance.choice(list(self.state.side(key).checks)) if kind == "reroll" else chance.choice(units)
        )
        option = chance.choice(units if kind in ("medevac", "name-rival") else words)
        if kind in ("take-reward", "roll-reward"):
            option = chance.choice(("agenda", "mission"))
        if kind == "take-reward":
            self.attempt(
                lambda: self.battles.do(
                    self.act(key),
                    self.place(key),
                    ask.TakeReward(part=option, answers=[Answer(choice="x", option="y")]),
                )
            )
            return
        if kind != "request-aid" or option in self.tours.library.aid:
            self.perform(key, Task(kind=kind, dossier=dossier, options=(option,)))

    def affordable_corps(self, key: SideKey) -> str:
        own, cards = self.register(key), self.tours.cards
        corps = [
            unit.id
            for unit in cards.data.units
            if unit.rank == "corps" and not unit.unique and unit.points is not None
            if unit.special_issue is None and unit.detachment is None and may_join(unit, own) is None
        ]
        return self.chance.choice([unit for unit in corps if cards.unit(unit).points <= own.potential_left])

    def other(self, key: SideKey) -> SideRef:
        return self.place("red" if key == "blue" else "blue")

    def reroll(self, act: Act, key: SideKey, task: Task) -> object:
        check = self.state.side(key).checks[task.dossier]
        if task.options == ("war-weary",):
            places = [n for n, face in enumerate(check.faces) if face == "blank"]
        else:
            places = self.chance.sample(range(len(check.faces)), 1)
        return self.battles.do(
            act, self.place(key), ask.Reroll(dossier=task.dossier, by=task.options[0], places=places)
        )

    def answers(self, key: SideKey, part: str) -> list[Answer]:
        """Answers at random: mostly legal, sometimes not."""
        seat = self.battles.load_side(self.place(key)).context
        found, named = [], set()
        for choice in offer_of(seat, part).choices:
            options = [option for option in choice.options if option.possible]
            if not options or (choice.optional and self.chance.random() < 0.3):
                continue
            picked = self.chance.choice(options)
            free = [unit for unit in picked.units if (choice.group, unit) not in named] or list(picked.units)
            unit = self.chance.choice(free) if picked.option.who else None
            named.add((choice.group, unit))
            held = seat.register.find(unit).setbacks if unit and seat.register.find(unit) else ()
            loses = held[0].id if held and picked.option.relief in ("one", "may-one") else None
            found.append(Answer(choice=choice.id, option=picked.option.id, unit=unit, setback=loses))
        return found

    def request(self, key: SideKey, aid: str) -> AidRequest:
        own, chance = self.register(key), self.chance
        dossier = chance.choice(own.dossiers)
        if aid == "request-strategic-asset":
            return AidRequest(aid=aid, asset=chance.choice(sorted(self.tours.library.assets)))
        outfit = self.tours.cards.upgrades_for(self.tours.cards.unit(dossier.unit))
        cards = [card.id for cards in outfit.values() for card in cards]
        upgrade = chance.choice(cards) if (cards and "suppl" in aid) or ("reinf" in aid and cards) else ""
        if aid == "request-medical-supplies":
            held = [setback.id for setback in dossier.setbacks]
            return AidRequest(aid=aid, dossier=dossier.id, setbacks=tuple(chance.sample(held, len(held))))
        return AidRequest(aid=aid, dossier="" if aid == "active-recruiting" else dossier.id, upgrade=upgrade)

    def undo(self, key: SideKey) -> None:
        """Take back one's latest act at the table, if the app lets it, and see that all is as before."""
        actor = OWNERS[key]
        streams = (self.battle, self.registers[key])
        latest = [act_to_undo(self.store.read(stream), actor) for stream in streams]
        target = max(
            (batch for batch in latest if batch), key=lambda batch: int(batch.split("-")[1]), default=None
        )
        if target is not None:
            self.attempt(lambda: self.battles.do(self.act(actor), self.place(key), ask.Undo(target=target)))

    def finish_setting_up(self) -> None:
        """Muster and record again what was undone."""
        for key in SIDES:
            if not self.state.side(key).mustered:
                assert self.muster(key)
        self.record()

    def fight(self) -> None:
        """A whole battle from opening to the end of both sequences."""
        self.open_battle()
        if not all(tuple(self.muster(key) for key in SIDES)):
            self.repair()
            self.fought += 1
            return
        self.choose_agendas()
        self.record()
        for _ in range(3_000):
            if self.state.done:
                break
            self.step(self.chance.choice(SIDES))
        assert self.state.done, [self.battles.open_step(self.place(key)) for key in SIDES]
        self.fought += 1
