"""Every event of a Register or a campaign told in a sentence. One function a kind; a kind that is not known
here is told neutrally, so that an older program can read a newer log."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from muster.rules.campaign import events as e
from muster.rules.campaign import membership as m
from muster.rules.campaign.copying import RegisterCopied
from muster.rules.campaign.register import Register, evolve
from muster.rules.log import Event, Recorded
from muster.web.books import site_books
from muster.web.environment import day, plural
from muster.web.pages.card_words import FACTION_NAMES
from muster.web.pages.tour_told import Scene, Teller, Told, because, line, marked, safe
from muster.web.pages.tour_unit_sentences import UNIT_TELLERS

RESULTS = {"won": "won", "lost": "lost", "drawn": "drew"}


# Registers -----------------------------------------------------------------------------------------------


def called(scene: Scene) -> str:
    """The Register's name, or what it is."""
    return scene.register.name or "The Register"


def opened(said: e.RegisterOpened, _: Scene) -> Told:
    start = f"with {said.potential} Combat Potential and {said.supply} supply"
    points = f"Points of {day(said.points_date)}."
    return line(
        "", "nav-tours", f"A Register of the {{}} was begun {start}. {points}", FACTION_NAMES[said.faction]
    )


def named(said: e.RegisterNamed, _: Scene) -> Told:
    return line("", "ui-edit", "The Register is called {}.", said.name)


def founded(_: e.RegisterFounded, scene: Scene) -> Told:
    name = called(scene)
    return line(
        "honour", "act-trophy", f"{{}} was founded with {plural(len(scene.register.dossiers), 'unit')}.", name
    )


def retired(_: e.RegisterRetired, scene: Scene) -> Told:
    return line("", "nav-tours", "{} was retired.", called(scene))


def entered(said: e.CampaignEntered, scene: Scene) -> Told:
    words = "{} joined a campaign." if said.campaign else "{} left its campaign."
    return line("", "nav-tours", words, called(scene))


def copied(said: RegisterCopied, _: Scene) -> Told:
    return line(
        "",
        "ui-copy",
        "All this was copied from {}; from here on it goes its own way.",
        said.name or "a Register",
    )


def arc_chosen(said: e.ArcChosen, scene: Scene) -> Told:
    agendas = safe(", ".join(one.name for one in said.agendas))
    name = marked(scene.books.arcs.get(said.arc), said.name)
    return line("", "agenda", f"The story arc {{}} began. Agendas: {agendas}.", name)


def arc_ended(said: e.ArcEnded, scene: Scene) -> Told:
    arc = scene.register.arc
    name = marked(scene.books.arcs.get(said.arc), arc.name) if arc and arc.id == said.arc else "The story arc"
    words = f"{{}} came to its end: turning point {RESULTS[said.outcome].replace('drew', 'drawn')}, "
    return line("honour", "act-trophy", f"{words}{plural(said.complete, 'agenda')} complete.", name)


def agenda_progressed(said: e.AgendaProgressed, scene: Scene) -> Told:
    track = scene.register.arc.agenda(said.agenda) if scene.register.arc else None
    if track is None:
        return line("", "agenda", f"An agenda moved by {said.marks}.")
    boxes = max(0, min(track.needed, track.marked + said.marks))
    complete = " and is complete" if boxes >= track.needed else ""
    name = marked(scene.books.agendas.get(said.agenda), track.name)
    return line("honour", "agenda", f"{{}} stands at {boxes} of {track.needed}{complete}.", name)


def supply(said: e.SupplyChanged, scene: Scene) -> Told:
    now = max(0, scene.register.supply + said.amount)
    verb = "came in" if said.amount > 0 else "spent" if said.why in scene.books.aid else "lost"
    words = f"{abs(said.amount)} supply {verb}{safe(because(said.why, scene))}. Now {now}."
    return line("", "supply", words)


def potential(said: e.PotentialChanged, scene: Scene) -> Told:
    verb = "rose" if said.amount > 0 else "fell"
    now = scene.register.potential + said.amount
    return line(
        "",
        "ui-up",
        f"Combat Potential {verb} by {abs(said.amount)} to {now}{safe(because(said.why, scene))}.",
    )


def reputation(said: e.ReputationChanged, scene: Scene) -> Told:
    verb = "rose" if said.amount > 0 else "fell"
    now = scene.register.reputation + said.amount
    return line("honour", "reputation", f"Reputation {verb} to {now}{safe(because(said.why, scene))}.")


def asset_added(said: e.AssetAdded, _: Scene) -> Told:
    return line("", "asset", "{} stands ready as a strategic asset.", said.name)


def asset_removed(said: e.AssetRemoved, scene: Scene) -> Told:
    asset = scene.books.assets.get(said.asset)
    return line(
        "",
        "asset",
        f"{{}} left the Register{safe(because(said.why, scene))}.",
        asset.name if asset else said.asset,
    )


def aid_requested(said: e.AidRequested, scene: Scene) -> Told:
    whom = f" for {safe(scene.unit(said.dossier))}" if said.dossier else ""
    return line("", "supply", f"Aid was requested{whom}: {{}}, {said.cost} supply.", said.name)


def points_moved(said: e.PointsDateMoved, _: Scene) -> Told:
    return line("", "act-clock", f"The points of {day(said.points_date)} count from now on.")


def battle_joined(_: e.BattleJoined, scene: Scene) -> Told:
    return line(
        "", "nav-armies", f"{{}} mustered for battle {scene.register.joined + 1}.", scene.register.name
    )


def battle_left(_: e.BattleLeft, __: Scene) -> Told:
    return line("", "ui-close", "The battle was called off.")


def battle_closed(said: e.BattleClosed, scene: Scene) -> Told:
    number = len(scene.register.battles) + 1
    words = (
        f"{{}} {RESULTS[said.result]} battle {number} with {plural(len(said.present), 'unit')} in the field."
    )
    return line("battle", "nav-play", words, called(scene))


def correction(said: e.CorrectionNoted, _: Scene) -> Told:
    return line("", "ui-edit", f"A correction: {safe(said.reason)}")


# Campaigns -----------------------------------------------------------------------------------------------


def campaign_opened(said: m.CampaignOpened, scene: Scene) -> Told:
    return line("", "nav-tours", "{} opened the campaign {}.", scene.person(said.by), said.name)


def campaign_renamed(said: m.CampaignRenamed, _: Scene) -> Told:
    return line("", "ui-edit", "The campaign is called {}.", said.name)


def member_joined(said: m.MemberJoined, scene: Scene) -> Told:
    return line("", "ui-person", "{} joined the campaign.", scene.person(said.person))


def member_left(said: m.MemberLeft, scene: Scene) -> Told:
    return line("", "ui-person", "{} left the campaign.", scene.person(said.person))


def arbitrator(said: m.ArbitratorChanged, scene: Scene) -> Told:
    return line("", "act-book", "{} is the arbitrator now.", scene.person(said.person))


def register_entered(said: m.RegisterEntered, scene: Scene) -> Told:
    name = scene.registers.get(said.register, "A Register")
    return line("", "nav-tours", "{} of {} plays in the campaign.", name, scene.person(said.person))


def register_left(said: m.RegisterLeft, scene: Scene) -> Told:
    return line("", "nav-tours", "{} left the campaign.", scene.registers.get(said.register, "A Register"))


def switch_set(said: m.SwitchSet, _: Scene) -> Told:
    state = "on" if said.on else "off"
    return line(
        "", "act-book", f"The reading {{}} is {state} from the next battle on.", said.switch.replace("_", " ")
    )


def invitation_renewed(_: m.InvitationRenewed, __: Scene) -> Told:
    return line("", "act-share", "There is a new invitation; older links lead nowhere.")


def battle_announced(said: m.BattleAnnounced, scene: Scene) -> Told:
    names = [scene.registers.get(one, "A Register") for one in said.registers.values() if one]
    words = " and ".join(["{}"] * len(names)) or "Two sides"
    return line("", "nav-play", f"{words} agreed on a battle.", *names)


def campaign_ended(_: m.CampaignEnded, __: Scene) -> Told:
    return line("honour", "act-trophy", "The campaign is over.")


TELLERS: Mapping[type[Event], Teller] = {
    **UNIT_TELLERS,
    e.RegisterOpened: opened,
    e.RegisterNamed: named,
    e.RegisterFounded: founded,
    e.RegisterRetired: retired,
    e.CampaignEntered: entered,
    RegisterCopied: copied,
    e.ArcChosen: arc_chosen,
    e.ArcEnded: arc_ended,
    e.AgendaProgressed: agenda_progressed,
    e.SupplyChanged: supply,
    e.PotentialChanged: potential,
    e.ReputationChanged: reputation,
    e.AssetAdded: asset_added,
    e.AssetRemoved: asset_removed,
    e.AidRequested: aid_requested,
    e.PointsDateMoved: points_moved,
    e.BattleJoined: battle_joined,
    e.BattleLeft: battle_left,
    e.BattleClosed: battle_closed,
    e.CorrectionNoted: correction,
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


def tell(said: Event, scene: Scene) -> Told:
    """The sentence of an event."""
    teller = TELLERS.get(type(said))
    return teller(said, scene) if teller else line("", "ui-info", "Something was written down.")


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
