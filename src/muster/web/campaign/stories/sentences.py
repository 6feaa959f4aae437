"""Every event of a Register or a campaign told in a sentence. One function a kind; a kind that is not known
here is told neutrally, so that an older program can read a newer log."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from muster.rules.campaign.club import membership as m
from muster.rules.campaign.register import events
from muster.rules.campaign.register.copying import RegisterCopied
from muster.rules.campaign.register.register import Register, evolve
from muster.rules.log import Event, Recorded
from muster.web.campaign.library import site_books
from muster.web.campaign.stories.told import Scene, Teller, Told, because, line, marked, safe
from muster.web.campaign.stories.unit_sentences import UNIT_TELLERS
from muster.web.cards.words import FACTION_NAMES
from muster.web.environment import day, plural

RESULTS = {"won": "won", "lost": "lost", "drawn": "drew"}


# Registers -----------------------------------------------------------------------------------------------


def called(scene: Scene) -> str:
    """The Register's name, or what it is."""
    return scene.register.name or "The Register"


def opened(event: events.RegisterOpened, _: Scene) -> Told:
    start = f"with {event.potential} Combat Potential and {event.supply} supply"
    points = f"Points of {day(event.points_date)}."
    return line(
        "", "nav-tours", f"A Register of the {{}} was begun {start}. {points}", FACTION_NAMES[event.faction]
    )


def named(event: events.RegisterNamed, _: Scene) -> Told:
    return line("", "ui-edit", "The Register is called {}.", event.name)


def founded(_: events.RegisterFounded, scene: Scene) -> Told:
    name = called(scene)
    return line(
        "honour", "act-trophy", f"{{}} was founded with {plural(len(scene.register.dossiers), 'unit')}.", name
    )


def retired(_: events.RegisterRetired, scene: Scene) -> Told:
    return line("", "nav-tours", "{} was retired.", called(scene))


def entered(event: events.CampaignEntered, scene: Scene) -> Told:
    words = "{} joined a campaign." if event.campaign else "{} left its campaign."
    return line("", "nav-tours", words, called(scene))


def copied(event: RegisterCopied, _: Scene) -> Told:
    return line(
        "",
        "ui-copy",
        "All this was copied from {}; from here on it goes its own way.",
        event.name or "a Register",
    )


def arc_chosen(event: events.ArcChosen, scene: Scene) -> Told:
    agendas = safe(", ".join(one.name for one in event.agendas))
    name = marked(scene.books.arcs.get(event.arc), event.name)
    return line("", "agenda", f"The story arc {{}} began. Agendas: {agendas}.", name)


def arc_ended(event: events.ArcEnded, scene: Scene) -> Told:
    arc = scene.register.arc
    name = (
        marked(scene.books.arcs.get(event.arc), arc.name) if arc and arc.id == event.arc else "The story arc"
    )
    words = f"{{}} came to its end: turning point {RESULTS[event.outcome].replace('drew', 'drawn')}, "
    return line("honour", "act-trophy", f"{words}{plural(event.complete, 'agenda')} complete.", name)


def agenda_progressed(event: events.AgendaProgressed, scene: Scene) -> Told:
    track = scene.register.arc.agenda(event.agenda) if scene.register.arc else None
    if track is None:
        return line("", "agenda", f"An agenda moved by {event.marks}.")
    boxes = max(0, min(track.needed, track.marked + event.marks))
    complete = " and is complete" if boxes >= track.needed else ""
    name = marked(scene.books.agendas.get(event.agenda), track.name)
    return line("honour", "agenda", f"{{}} stands at {boxes} of {track.needed}{complete}.", name)


def supply(event: events.SupplyChanged, scene: Scene) -> Told:
    now = max(0, scene.register.supply + event.amount)
    verb = "came in" if event.amount > 0 else "spent" if event.why in scene.books.aid else "lost"
    words = f"{abs(event.amount)} supply {verb}{safe(because(event.why, scene))}. Now {now}."
    return line("", "supply", words)


def potential(event: events.PotentialChanged, scene: Scene) -> Told:
    verb = "rose" if event.amount > 0 else "fell"
    now = scene.register.potential + event.amount
    return line(
        "",
        "ui-up",
        f"Combat Potential {verb} by {abs(event.amount)} to {now}{safe(because(event.why, scene))}.",
    )


def reputation(event: events.ReputationChanged, scene: Scene) -> Told:
    verb = "rose" if event.amount > 0 else "fell"
    now = scene.register.reputation + event.amount
    return line("honour", "reputation", f"Reputation {verb} to {now}{safe(because(event.why, scene))}.")


def asset_added(event: events.AssetAdded, _: Scene) -> Told:
    return line("", "asset", "{} stands ready as a strategic asset.", event.name)


def asset_removed(event: events.AssetRemoved, scene: Scene) -> Told:
    asset = scene.books.assets.get(event.asset)
    return line(
        "",
        "asset",
        f"{{}} left the Register{safe(because(event.why, scene))}.",
        asset.name if asset else event.asset,
    )


def aid_requested(event: events.AidRequested, scene: Scene) -> Told:
    whom = f" for {safe(scene.unit(event.dossier))}" if event.dossier else ""
    return line("", "supply", f"Aid was requested{whom}: {{}}, {event.cost} supply.", event.name)


def points_moved(event: events.PointsDateMoved, _: Scene) -> Told:
    return line("", "act-clock", f"The points of {day(event.points_date)} count from now on.")


def battle_joined(_: events.BattleJoined, scene: Scene) -> Told:
    return line(
        "", "nav-armies", f"{{}} mustered for battle {scene.register.joined + 1}.", scene.register.name
    )


def battle_left(_: events.BattleLeft, __: Scene) -> Told:
    return line("", "ui-close", "The battle was called off.")


def battle_closed(event: events.BattleClosed, scene: Scene) -> Told:
    number = len(scene.register.battles) + 1
    units = plural(len(event.present), "unit")
    words = f"{{}} {RESULTS[event.result]} battle {number} with {units} in the field."
    return line("battle", "nav-play", words, called(scene))


def correction(event: events.CorrectionNoted, _: Scene) -> Told:
    return line("", "ui-edit", f"A correction: {safe(event.reason)}")


# Campaigns -----------------------------------------------------------------------------------------------


def campaign_opened(event: m.CampaignOpened, scene: Scene) -> Told:
    return line("", "nav-tours", "{} opened the campaign {}.", scene.person(event.by), event.name)


def campaign_renamed(event: m.CampaignRenamed, _: Scene) -> Told:
    return line("", "ui-edit", "The campaign is called {}.", event.name)


def member_joined(event: m.MemberJoined, scene: Scene) -> Told:
    return line("", "ui-person", "{} joined the campaign.", scene.person(event.person))


def member_left(event: m.MemberLeft, scene: Scene) -> Told:
    return line("", "ui-person", "{} left the campaign.", scene.person(event.person))


def arbitrator(event: m.ArbitratorChanged, scene: Scene) -> Told:
    return line("", "act-book", "{} is the arbitrator now.", scene.person(event.person))


def register_entered(event: m.RegisterEntered, scene: Scene) -> Told:
    name = scene.registers.get(event.register, "A Register")
    return line("", "nav-tours", "{} of {} plays in the campaign.", name, scene.person(event.person))


def register_left(event: m.RegisterLeft, scene: Scene) -> Told:
    return line("", "nav-tours", "{} left the campaign.", scene.registers.get(event.register, "A Register"))


def switch_set(event: m.SwitchSet, _: Scene) -> Told:
    state = "on" if event.on else "off"
    return line(
        "",
        "act-book",
        f"The reading {{}} is {state} from the next battle on.",
        event.switch.replace("_", " "),
    )


def invitation_renewed(_: m.InvitationRenewed, __: Scene) -> Told:
    return line("", "act-share", "There is a new invitation; older links lead nowhere.")


def battle_announced(event: m.BattleAnnounced, scene: Scene) -> Told:
    names = [scene.registers.get(one, "A Register") for one in event.registers.values() if one]
    words = " and ".join(["{}"] * len(names)) or "Two sides"
    return line("", "nav-play", f"{words} agreed on a battle.", *names)


def campaign_ended(_: m.CampaignEnded, __: Scene) -> Told:
    return line("honour", "act-trophy", "The campaign is over.")


TELLERS: Mapping[type[Event], Teller] = {
    **UNIT_TELLERS,
    events.RegisterOpened: opened,
    events.RegisterNamed: named,
    events.RegisterFounded: founded,
    events.RegisterRetired: retired,
    events.CampaignEntered: entered,
    RegisterCopied: copied,
    events.ArcChosen: arc_chosen,
    events.ArcEnded: arc_ended,
    events.AgendaProgressed: agenda_progressed,
    events.SupplyChanged: supply,
    events.PotentialChanged: potential,
    events.ReputationChanged: reputation,
    events.AssetAdded: asset_added,
    events.AssetRemoved: asset_removed,
    events.AidRequested: aid_requested,
    events.PointsDateMoved: points_moved,
    events.BattleJoined: battle_joined,
    events.BattleLeft: battle_left,
    events.BattleClosed: battle_closed,
    events.CorrectionNoted: correction,
    m.CampaignOpened: campaign_opened,
    m.CampaignRenamed: campaign_renamed,
    m.MemberJoined: member_joined,
    m.MemberLeft: member_left,
    m.ArbitratorChanged: arbitrator,
    m.RegisterEntered: register_entered,
    m.RegisterLeft: register_left,
    m.SwitchSet: switch_set,
    m.InvitationRenewed: invitation_renewed,
    m.BattleAnnounced: battle_announced,
    m.CampaignEnded: campaign_ended,
}


def tell(event: Event, scene: Scene) -> Told:
    """The sentence of an event."""
    teller = TELLERS.get(type(event))
    return teller(event, scene) if teller else line("", "ui-info", "Something was written down.")


def tell_all(log: Sequence[Recorded]) -> list[tuple[Recorded, Told]]:
    """Every event of a Register's log that counts, each told as things stood when it happened."""
    register, books, found = Register(), site_books(), []
    for entry in log:
        found.append((entry, tell(entry.event, Scene(register, own=books))))
        register = evolve(register, entry.event)
    return found


def last_act(log: Sequence[Recorded], batch: str) -> Markup:
    """The first sentence of an act, for the line that offers to take it back."""
    return next((told.text for entry, told in tell_all(log) if entry.batch == batch), Markup())
