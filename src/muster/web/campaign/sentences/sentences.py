"""Every event of a Register or a campaign told in a sentence. One function a kind; a kind that is not known
here is told neutrally, so that an older program can read a newer log."""

from collections.abc import Mapping, Sequence
from functools import reduce

from markupsafe import Markup

from muster.rules.campaign.club import membership
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register import events
from muster.rules.campaign.register.copying import RegisterCopied
from muster.rules.campaign.register.register import Register, evolve
from muster.rules.log import Event, Recorded
from muster.web.campaign.sentences.unit_sentences import UNIT_TELLERS
from muster.web.campaign.sentences.wording import (
    Scene,
    Sentence,
    Teller,
    because,
    line,
    mark_homebrew,
    plain,
    safe,
)
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import day, plural

RESULTS = {"won": "won", "lost": "lost", "drawn": "drew"}


# Registers -----------------------------------------------------------------------------------------------


def name_of_register(scene: Scene) -> str:
    """The Register's name, or what it is."""
    return scene.register.name or "The Register"


def tell_opened(event: events.RegisterOpened, _: Scene) -> Sentence:
    start = f"with {event.potential} Combat Potential and {event.supply} supply"
    points = f"Points of {day(event.points_date)}."
    words = f"A Register of the {{}} was begun {start}. {points}"
    return line("", "nav-tours", words, FACTION_NAMES[event.faction])


def tell_founded(_: events.RegisterFounded, scene: Scene) -> Sentence:
    words = f"{{}} was created with {plural(len(scene.register.dossiers), 'unit')}."
    return line("honour", "act-trophy", words, name_of_register(scene))


def tell_entered(event: events.CampaignEntered, scene: Scene) -> Sentence:
    words = "{} joined a campaign." if event.campaign else "{} left its campaign."
    return line("", "nav-tours", words, name_of_register(scene))


def tell_copied(event: RegisterCopied, _: Scene) -> Sentence:
    words = "Copied from {}. From here on the two are separate."
    return line("", "ui-copy", words, event.name or "a Register")


def arc_chosen(event: events.ArcChosen, scene: Scene) -> Sentence:
    agendas = safe(", ".join(agenda.name for agenda in event.agendas))
    name = mark_homebrew(scene.books.arcs.get(event.arc), event.name)
    words = f"The story arc {{}} began. Agendas: {agendas}."
    return line("", "agenda", words, name, short=f"Next story arc: {event.name}")


def arc_ended(event: events.ArcEnded, scene: Scene) -> Sentence:
    arc, known = scene.register.arc, scene.books.arcs.get(event.arc)
    name = mark_homebrew(known, arc.name) if arc and arc.id == event.arc else "The story arc"
    words = f"{{}} came to its end: turning point {RESULTS[event.outcome].replace('drew', 'drawn')}, "
    words += f"{plural(event.complete, 'agenda')} complete."
    return line("honour", "act-trophy", words, name, short="The story arc came to its end")


def agenda_progressed(event: events.AgendaProgressed, scene: Scene) -> Sentence:
    track = scene.register.arc.agenda(event.agenda) if scene.register.arc else None
    if track is None:
        return line("", "agenda", f"An agenda moved by {event.marks}.")
    boxes = max(0, min(track.needed, track.marked + event.marks))
    complete = " and is complete" if boxes >= track.needed else ""
    name = mark_homebrew(scene.books.agendas.get(event.agenda), track.name)
    return line("honour", "agenda", f"{{}} is at {boxes} of {track.needed}{complete}.", name)


def supply(event: events.SupplyChanged, scene: Scene) -> Sentence:
    now = max(0, scene.register.supply + event.amount)
    verb = "came in" if event.amount > 0 else "spent" if event.why in scene.books.aid else "lost"
    words = f"{abs(event.amount)} supply {verb}{safe(because(event.why, scene))}. Now {now}."
    # What a battle brings is told with its die.
    return line("", "supply", words, short="" if event.why == "battle" else f"{event.amount:+} supply")


def potential(event: events.PotentialChanged, scene: Scene) -> Sentence:
    verb = "rose" if event.amount > 0 else "fell"
    now = scene.register.potential + event.amount
    words = f"Combat Potential {verb} by {abs(event.amount)} to {now}{safe(because(event.why, scene))}."
    return line("", "ui-up", words, short=f"{event.amount:+} Combat Potential")


def reputation(event: events.ReputationChanged, scene: Scene) -> Sentence:
    verb = "rose" if event.amount > 0 else "fell"
    now = scene.register.reputation + event.amount
    words = f"Reputation {verb} to {now}{safe(because(event.why, scene))}."
    return line("honour", "reputation", words, short=f"{event.amount:+} reputation")


def asset_removed(event: events.AssetRemoved, scene: Scene) -> Sentence:
    asset = scene.books.assets.get(event.asset)
    name = asset.name if asset else event.asset
    words = f"{{}} left the Register{safe(because(event.why, scene))}."
    return line("", "asset", words, name, short=f"{name} was used up")


def aid_requested(event: events.AidRequested, scene: Scene) -> Sentence:
    whom = f" for {safe(scene.unit(event.dossier))}" if event.dossier else ""
    short = f"{event.name}, {event.cost} SP" if event.cost else event.name
    words = f"Aid was requested{whom}: {{}}, {event.cost} supply."
    return line("", "supply", words, event.name, short=short)


def battle_joined(_: events.BattleJoined, scene: Scene) -> Sentence:
    words = f"{{}} mustered for battle {scene.register.joined + 1}."
    return line("", "nav-armies", words, scene.register.name)


def battle_closed(event: events.BattleClosed, scene: Scene) -> Sentence:
    number = len(scene.register.battles) + 1
    units = plural(len(event.present), "unit")
    words = f"{{}} {RESULTS[event.result]} battle {number} with {units} in the field."
    return line("battle", "nav-play", words, name_of_register(scene))


def correction(event: events.CorrectionNoted, _: Scene) -> Sentence:
    return line("", "ui-edit", f"A correction: {safe(event.reason)}")


# Campaigns -----------------------------------------------------------------------------------------------


def switch_set(event: membership.SwitchSet, _: Scene) -> Sentence:
    words = f"The reading {{}} is {'on' if event.on else 'off'} from the next battle on."
    return line("", "act-book", words, event.switch.replace("_", " "))


def battle_announced(event: membership.BattleAnnounced, scene: Scene) -> Sentence:
    sides = [scene.registers.get(register, "A Register") for register in event.registers.values()]
    if len(sides) < 2:
        return line("", "nav-armies", "A battle was opened for {}.", *(sides or ["A Register"]))
    return line("", "nav-armies", "A battle was opened: {} and {}.", *sides[:2])


TELLERS: Mapping[type[Event], Teller] = {
    **UNIT_TELLERS,
    events.RegisterOpened: tell_opened,
    events.RegisterNamed: plain("", "ui-edit", "The Register is called {name}."),
    events.RegisterFounded: tell_founded,
    events.RegisterRetired: plain("", "nav-tours", "{called} was retired."),
    events.CampaignEntered: tell_entered,
    RegisterCopied: tell_copied,
    events.ArcChosen: arc_chosen,
    events.ArcEnded: arc_ended,
    events.AgendaProgressed: agenda_progressed,
    events.SupplyChanged: supply,
    events.PotentialChanged: potential,
    events.ReputationChanged: reputation,
    events.AssetAdded: plain(
        "", "asset", "{name} is ready as a strategic asset.", "{name} is on the Register"
    ),
    events.AssetRemoved: asset_removed,
    events.AidRequested: aid_requested,
    events.PointsDateMoved: plain("", "act-clock", "The points of {points_date} count from now on."),
    events.BattleJoined: battle_joined,
    events.BattleLeft: plain("", "ui-close", "The battle was cancelled."),
    events.BattleClosed: battle_closed,
    events.CorrectionNoted: correction,
    membership.CampaignOpened: plain("", "nav-tours", "{person} opened the campaign {name}."),
    membership.CampaignRenamed: plain("", "ui-edit", "The campaign is called {name}."),
    membership.MemberJoined: plain("", "ui-person", "{person} joined the campaign."),
    membership.MemberLeft: plain("", "ui-person", "{person} left the campaign."),
    membership.ArbitratorChanged: plain("", "act-book", "{person} is the arbitrator now."),
    membership.RegisterEntered: plain("", "nav-tours", "{register} of {person} plays in the campaign."),
    membership.RegisterLeft: plain("", "nav-tours", "{register} left the campaign."),
    membership.DateSet: plain("", "act-clock", "The club meets on {day}."),
    membership.DateDropped: plain("", "act-clock", "The club doesn’t meet on {day}."),
    membership.SwitchSet: switch_set,
    membership.InvitationRenewed: plain(
        "", "act-share", "The invitation was renewed; older links no longer work."
    ),
    membership.BattleAnnounced: battle_announced,
    membership.CampaignEnded: plain("honour", "act-trophy", "The campaign is over."),
}


def tell(event: Event, scene: Scene) -> Sentence:
    """The sentence of an event."""
    teller = TELLERS.get(type(event))
    return teller(event, scene) if teller else line("", "ui-info", "Something was recorded.")


def tell_all(
    log: Sequence[Recorded], states: Sequence[Register], books: Library
) -> list[tuple[Recorded, Sentence]]:
    """Every event of a Register's live log, each told as things stood before it (`states`: `course_of`)."""
    return [
        (entry, tell(entry.event, Scene(before, own=books)))
        for entry, before in zip(log, states, strict=False)
    ]


def sentence_of_act(log: Sequence[Recorded], batch: str, books: Library) -> Markup:
    """The first sentence of an act, for the line that offers to take it back."""
    first = next((number for number, entry in enumerate(log) if entry.batch == batch), None)
    if first is None:
        return Markup()
    before = reduce(evolve, (entry.event for entry in log[:first]), Register())
    return tell(log[first].event, Scene(before, own=books)).text


# To the whole club -----------------------------------------------------------------------------------------


def talked_about(event: Event, now: Register) -> Sentence | None:
    """What everybody in a campaign would talk about: a sentence that names the Register, as it stands now.
    Nothing for what concerns its owner alone."""
    match event:
        case events.BattleClosed():
            return line("battle", "nav-play", f"{{}} {RESULTS[event.result]} a battle.", now.called)
        case events.UnitRemoved(why="casualty"):
            fell = Scene(now).unit(event.dossier)
            return line("fallen", "fallen", "{} of {} did not come home.", fell, now.called)
        case events.ArcEnded():
            return line("honour", "act-trophy", "{} brought a story arc to its end.", now.called)
        case events.CorrectionNoted():
            return line("", "ui-edit", "{} was corrected: {}", now.called, event.reason)
        case events.RegisterRetired():
            return line("", "nav-tours", "{} was retired.", now.called)
        case _:
            return None
