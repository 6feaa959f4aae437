"""Keywords that take more than one number to tell: each in the attack it is about, the expectation from the
rules' words. One white die strikes with 1/4, one red defence die without a surge blocks with 1/2."""

from fractions import Fraction

from msgspec.structs import replace

from muster.rules.attack.after import after_effects
from muster.rules.attack.facts import Facts, asked_of, can_be_backed_up
from muster.rules.attack.helping import can_back_up, guardian_for, may_lend
from muster.rules.attack.more_targets import further_uses
from muster.rules.attack.targets import attack_at_band, best_attack, standby_range
from muster.rules.attack.weapons import usable_weapons, why_not
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.commendations import once_per
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.cards import catalogue
from muster.rules.dice.faces import Die, Face
from muster.rules.dice.odds import answer
from muster.rules.dice.pools import at_least
from muster.rules.dice.questions import Guardian
from tests.rules.attack.pairs import asked, keyword, side, used, weapon

LUKE = "Luke Skywalker, Hero of the Rebellion"
KRENNIC = "Director Orson Krennic, Architect of Terror"
MELEE = {"band": 0, "kind": "melee"}


def mean(*sides, **told):
    return answer(asked(*sides, **told).question).mean


def with_keyword(id, value=None, unit="Snowtroopers", **tokens):
    return side(unit, gained=[keyword(id, value)], **tokens)


def weapons_at(attacker, band, target="Rebel Troopers", **facts):
    """The preset pool: how many minis use which weapon."""
    found = attack_at_band(attacker, side(target), band, Facts(**facts))
    return {each.weapon.name: each.minis for each in found.pool} if found else {}


def following(target, *uses):
    """What follows for the target of a weapon with these keywords, and how many."""
    found = after_effects(side("Rebel Troopers"), target, used(weapon(*uses)))
    return {(effect.keyword, effect.what): effect.many for effect in found}


# --- the pool ----------------------------------------------------------------------------------------------


def test_anti_material():
    """Against a Vehicle one of two white dice becomes black, against Troopers none."""
    pool = used(weapon(keyword("anti-material", 1), white=2))
    upgraded = asked(target=side("AT-ST"), pool=pool).question.attack
    assert (upgraded.black, upgraded.white) == (1, 1)
    assert asked(pool=pool).question.attack.white == 2


def test_arsenal():
    """Arsenal 2: both weapons of the one miniature join the pool."""
    walker = side("AT-ST", "88i Twin Light Blaster")
    assert len(weapons_at(walker, 3)) == 2
    assert len(weapons_at(side("AT-RT", "AT-RT Laser Cannon"), 2)) == 1


def test_veteran_gunners():
    """Arsenal 1 beside the printed Arsenal 2: three weapons."""
    armed = "AT-ST", "88i Twin Light Blaster", "DW-3 Grenade Launcher"
    assert len(weapons_at(side(*armed), 2)) == 2
    assert len(weapons_at(side(*armed, gained=[keyword("tod:veteran-gunners")]), 2)) == 3


def test_reconfigure():
    """One side of the card is up: the launcher at range 2, the other at range 4, never both."""
    troopers = "Imperial Death Troopers", "E-11D Focused Fire Configuration"
    for gained in ([], [keyword("arsenal", 5)]):
        near, far = (weapons_at(side(*troopers, gained=gained), band) for band in (2, 4))
        assert "E-11D Grenade Launcher Configuration" in near
        assert "E-11D Focused Fire Configuration" not in near
        assert "E-11D Focused Fire Configuration" in far


def test_counterpart():
    """The companion adds its weapon, and its wounds to those of the unit."""
    iden = next(card for card in catalogue().data.units if card.name == "Iden Versio")
    assert iden.counterpart and iden.counterpart_required
    alone, together = side(iden.id), side(iden.id, counterpart=iden.counterpart)
    assert together.wounds == alone.wounds + 1 and together.minis == alone.minis + 1
    assert set(weapons_at(together, 1)) - set(weapons_at(alone, 1)) == {"Electro-Shock"}


def test_noncombatant():
    """A medical droid is one miniature more to defeat, and shoots with nothing."""
    alone, treated = side("Stormtroopers"), side("Stormtroopers", "FX-9 Medical Droid")
    assert weapons_at(treated, 2) == weapons_at(alone, 2) == {"E-11 Blaster Rifle": 4}
    assert treated.wounds == alone.wounds + 1


def test_sidearm():
    """Sidearm: Melee: in melee the miniature uses its staff alone, at range the rifle of the others."""
    pirates = side("Weequay Pirates", "Electrostaff Pirate")
    assert weapons_at(pirates, 0) == {"Vibroblade": 4, "Electrostaff": 1}
    assert weapons_at(pirates, 1) == {"Weequay Blaster": 5}
    usable = usable_weapons(pirates, side("Rebel Troopers"), Facts(band=0, kind="melee"))
    assert {each.use.weapon.name: each.most for each in usable} == {"Vibroblade": 4, "Electrostaff": 1}


def test_a_sidearm_without_a_weapon_for_this_kind_of_attack_is_silent():
    """Asajj Ventress, Sidearm: Melee, Ranged, has lightsabers alone: she shoots with no rifle of her unit."""
    alone, led = (weapons_at(side("B1 Battle Droids", *cards), 3) for cards in ((), ("Ip",)))
    assert led == alone == {"E-5 Blaster Rifle": 6}


def test_an_armament_with_sidearm_takes_the_place_of_the_units_weapons():
    """The Darksaber (Maul), Sidearm: Melee, Ranged: 6 black dice, not 4 red and 4 white ones."""
    maul = side("Maul, A Rival", "The Darksaber (Maul)")
    assert weapons_at(maul, 0) == {"The Darksaber": 1}


def test_leader():
    """A leader of two wounds adds them, and his courage, to a unit of four with one each."""
    led = side("ARC Troopers", "Fives")
    assert (led.wounds, led.minis, led.courage) == (4 + 2, 4 + 1, 2 + 1)


def test_heavy_weapon_team():
    """One miniature and the one its heavy weapon adds: the sniper's wounds count, and only it shoots far."""
    team = side("ARC Troopers, Strike Team", "Echo, ARC Marksman")
    assert (team.wounds, team.minis) == (1 + 2, 2)
    assert weapons_at(team, 4) == {"Echo's DC-15x": 1}


def test_gunslinger():
    """A ranged weapon that is in a pool attacks one other unit as well, with the same dice."""
    han = side("Han Solo, Unorthodox General")
    first = attack_at_band(han, side("Snowtroopers"), 2).pool
    again = [each for each in further_uses(han, [first], Facts()) if each.by == "gunslinger"]
    assert [each.use.weapon for each in again] == [first[0].weapon]
    other = asked(han, side("Stormtroopers"), first, band=2).question.attack
    assert other == asked(han, pool=first, band=2).question.attack
    assert not any(each.by for each in further_uses(han, [first, first], Facts()))
    plain = side("Leia Organa, Fearless and Inventive")
    pool = attack_at_band(plain, side("Snowtroopers"), 2).pool
    assert not any(each.by for each in further_uses(plain, [pool], Facts()))


def test_beam():
    """Beam 2: the weapon attacks up to two further units, each time with its two red dice."""
    tank = side("Saber-Class Tank", "Beam Turret")
    beam = next(each for each in further_uses(tank, [], Facts()) if each.use.weapon.name == "Beam Cannon")
    assert beam.by == ""
    pool = used(beam.use.weapon)
    for number, able in ((1, True), (2, True), (3, False)):
        uses = [each.use.weapon for each in further_uses(tank, [pool] * number, Facts()) if each.by == "beam"]
        assert (beam.use.weapon in uses) == able
    assert asked(tank, pool=pool).question.attack.red == 2


def test_advanced_targeting():
    """Its Aims bind it to one target."""
    han = side("Han Solo, Unorthodox General")
    pool = attack_at_band(han, side("Snowtroopers"), 2).pool
    assert further_uses(han, [pool], Facts(yes=frozenset({"advanced-targeting"}))) == ()


def test_conspicuous():
    """An Aim against Commander and Operative Troopers alone."""
    eager = side("Rebel Troopers", gained=[keyword("tod:conspicuous")])
    told = {"yes": frozenset({"tod:conspicuous"})}
    assert asked(eager, side(LUKE), **told).question.attack.aims == 1
    assert asked(eager, **told).question.attack.aims == 0


def test_area_weapon():
    """It shoots without tokens: an Aim and a Surge token change nothing, cover does."""
    armed = side("Rebel Troopers", aims=1, surges=1)
    pool = used(weapon(keyword("area-weapon")))
    assert mean(armed, pool=pool, kind="area") == mean(pool=pool) == Fraction(1, 8)
    assert mean(armed, pool=pool) > Fraction(1, 8)
    assert mean(armed, pool=pool, kind="area", cover=1) < Fraction(1, 8)


def test_blast():
    """One weapon of the pool is enough: cover cancels no Hit of it."""
    mixed = used(weapon(keyword("blast")), weapon())
    assert mean(pool=mixed, cover=2) == mean(pool=mixed) == Fraction(2, 8)
    assert mean(pool=used(weapon(), weapon()), cover=2) < Fraction(2, 8)


def test_high_velocity():
    """All weapons of the pool need it: then a Dodge takes nothing."""
    quick, dodging = weapon(keyword("high-velocity")), side("Snowtroopers", dodges=1)
    assert mean(target=dodging, pool=used(quick)) == Fraction(1, 8)
    assert not asked(pool=used(quick, weapon())).question.attack.high_velocity
    # One die: a Critical, 1/8, is left, and blocked with 1/2.
    assert mean(target=dodging) == Fraction(1, 16)


# --- who may be attacked -----------------------------------------------------------------------------------


def test_immune_melee():
    speeder = with_keyword("immune-melee")
    assert why_not(weapon(near=0, far=0), speeder, Facts(band=0)) == "immune to melee"
    assert why_not(weapon(near=0, far=2), speeder, Facts(band=1)) == ""


def test_immune_range_1_weapons():
    speeder = with_keyword("immune-range-1-weapons")
    assert why_not(weapon(far=1), speeder, Facts(band=1)) == "immune to range 1 weapons"
    assert why_not(weapon(far=2), speeder, Facts(band=1)) == ""


def test_fixed():
    front = weapon(keyword("fixed", "Front"))
    assert why_not(front, side("Snowtroopers"), Facts(band=2, attack_arc=False)) == "not in its arc"
    assert why_not(front, side("Snowtroopers"), Facts(band=2)) == ""


def test_long_shot():
    """An Aim brings one range more, and is spent. Luke's Blaster reaches 2, with an Aim 3, never 4."""
    far, yes = weapon(keyword("long-shot")), frozenset({"long-shot"})
    assert why_not(far, side("Snowtroopers"), Facts(band=4)) == "out of range"
    assert why_not(far, side("Snowtroopers"), Facts(band=4, yes=yes)) == ""
    aiming = side("Rebel Troopers", aims=1)
    assert asked(aiming, pool=used(far), band=4).question.attack.aims == 0
    assert asked(aiming, pool=used(far), band=3).question.attack.aims == 1
    assert weapons_at(side(LUKE), 3) == {} == weapons_at(side(LUKE, aims=1), 4)
    assert weapons_at(side(LUKE, aims=1), 3) == {"Luke's Blaster": 1} == weapons_at(side(LUKE), 2)


def test_long_shot_spends_no_aim_that_does_more_on_rerolls():
    """Four Clone Trooper Marksmen reach range 3; a DC-15A on range 4 takes the Aim with Long Shot."""
    marksmen = side("Clone Trooper Marksmen", aims=1)
    assert attack_at_band(marksmen, side("Rebel Troopers"), 3).question.attack.aims == 1
    assert attack_at_band(marksmen, side("Rebel Troopers"), 4).question.attack.aims == 0
    assert not weapons_at(side("Clone Trooper Marksmen"), 4)


def test_versatile():
    """While engaged only Versatile weapons shoot; in melee nothing changes."""
    engaged = Facts(band=1, engaged=True)
    assert why_not(weapon(), side("Snowtroopers"), engaged) == "engaged"
    assert why_not(weapon(keyword("versatile")), side("Snowtroopers"), engaged) == ""
    assert weapons_at(side("Weequay Pirates"), 1, engaged=True) == {"Weequay Blaster": 4}
    assert weapons_at(side("Rebel Troopers"), 1, "Snowtroopers", engaged=True) == {}
    assert weapons_at(side("Rebel Troopers"), 0, "Snowtroopers", engaged=True) == {"Unarmed": 4}


def test_small():
    """Asked of a unit with a small companion; with nothing else in sight nobody attacks it."""
    din = "Din Djarin, The Mandalorian"
    hiding = side(din, counterpart="tn")
    keys = {each.key for each in asked_of(side("Snowtroopers"), hiding, (weapon(),), "ranged")}
    alone = {each.key for each in asked_of(side("Snowtroopers"), side(din), (weapon(),), "ranged")}
    assert keys - alone == {"small"}
    seen, hidden = Facts(), Facts(yes=frozenset({"small"}))
    assert best_attack(side("Snowtroopers"), hiding, seen)
    assert best_attack(side("Snowtroopers"), hiding, hidden) is None


def test_incognito():
    """Attacked from range 1 alone."""
    hidden = with_keyword("incognito")
    assert attack_at_band(side("Rebel Troopers"), hidden, 2) is None
    assert attack_at_band(side("Rebel Troopers"), hidden, 1)
    assert not can_back_up(with_keyword("incognito", unit="Rebel Troopers"), side(LUKE))


def test_sentinel():
    """Its Standby reaches to 3, one further than that of others."""
    assert standby_range(side("E-Web Heavy Blaster Team")) == 3
    assert standby_range(side("Snowtroopers")) == 2


# --- surges, rerolls, cover --------------------------------------------------------------------------------


def test_jedi_hunter():
    """Surges are Criticals against a unit with a Force slot: 3/8 of results instead of 2/8."""
    hunter = side("Rebel Troopers", gained=[keyword("jedi-hunter")])
    assert asked(hunter, side(LUKE)).question.attack.surge == "critical"
    assert mean(hunter, side(LUKE)) == Fraction(3, 16)
    assert mean(hunter) == Fraction(1, 8)


def test_observe():
    """A token rerolls the one white die: 1/4 and 3/4 of 1/4."""
    assert mean(target=side("Snowtroopers", observation=1)) == Fraction(7, 32)


def test_behind_schedule():
    """Observation tokens on it may be spent, as on any unit."""
    late = with_keyword("tod:behind-schedule", observation=1)
    assert mean(target=late) == Fraction(7, 32)


def test_my_mood_is_based_on_profit():
    """X are the pips of the command card that was revealed last, one at least."""
    hondo = side(next(card.id for card in catalogue().data.units if card.name == "Hondo Ohnaka"))
    for pips, luck in ((0, 1), (1, 1), (3, 3)):
        moody = replace(hondo, pips=pips)
        assert asked(target=moody).question.defence.uncanny_luck == luck == moody.arsenal


def test_death_from_above():
    """From higher ground cover cancels nothing."""
    flyer = side("Rebel Troopers", gained=[keyword("death-from-above")])
    assert mean(flyer, cover=2, higher=True) == Fraction(1, 8)
    # A Hit, 1/8, is stopped by 2 of 6 sides; a Critical is not.
    assert mean(flyer, cover=2) == (Fraction(1, 8) * Fraction(2, 3) + Fraction(1, 8)) / 2


def test_ground_vehicle():
    """Terrain gives no cover."""
    assert asked(target=side("AT-ST"), cover=2).question.defence.cover == "none"


def test_repulsor_vehicle():
    """Nor here: what cover it has is its own, one step in the case of these bikes."""
    bikes = side("74-Z Speeder Bikes")
    assert asked(target=bikes, cover=2).question.defence.cover == "light" == COVERS[bikes.value("cover")]


COVERS = "none", "light", "heavy"


def test_enrage():
    """With two Suppression it is Suppressed, and covered for it; from X wounds on it has no courage."""
    chewie = "Chewbacca, Walking Carpet"
    covers = [
        asked(target=side(chewie, suppression=2, lost=lost)).question.defence.cover for lost in (0, 3, 4)
    ]
    assert covers == ["light", "light", "none"]


def test_scrambled():
    """A droid's cover is as ever: light once it is Suppressed."""
    for suppression, cover in ((0, "none"), (1, "light")):
        droids = with_keyword("tod:scrambled", unit="B1 Battle Droids", suppression=suppression)
        plain = side("B1 Battle Droids", suppression=suppression)
        assert asked(target=droids).question.defence == asked(target=plain).question.defence
        assert asked(target=droids).question.defence.cover == cover


def test_sheltered():
    """Rule 61: Cover 2, Low Profile and courage 1 higher."""
    sheltered = asked(target=with_keyword("tod:sheltered")).question.defence
    assert (sheltered.cover, sheltered.low_profile) == ("heavy", True)
    # Sharpshooter 1 leaves light cover; Low Profile stops the one Hit for certain: only a Critical counts.
    keen = side("Rebel Troopers", gained=[keyword("sharpshooter", 1)])
    assert mean(keen, with_keyword("tod:sheltered", suppression=1)) == Fraction(1, 16)


# --- step 6: what others do --------------------------------------------------------------------------------


def test_weak_point():
    """From the listed arc the pool has Impact X: a Hit comes through armour as a Critical."""
    tank = side("AT-ST")
    assert asked(target=tank, target_arc=True).question.attack.impact == 1
    assert asked(target=tank).question.attack.impact == 0
    for kind in ("ranged", "melee", "overrun"):
        assert "target_arc" in {each.key for each in asked_of(side("Snowtroopers"), tank, (weapon(),), kind)}


def test_guardian():
    """Takes up to X Hits with its own die, unless Suppressed, or the target guards itself."""
    chewie, troopers = side("Chewbacca, Walking Carpet"), side("Rebel Troopers")
    guard = guardian_for(chewie, troopers)
    assert guard == Guardian(takes=3, die="white", surge=False)
    assert guardian_for(side("Chewbacca, Walking Carpet", suppression=2), troopers) is None
    assert guardian_for(chewie, side("IG-100 MagnaGuard")) is None
    assert guardian_for(chewie, side("AT-RT")) is None
    # A Hit, 1/8, goes to the guardian: a Critical, 1/8, is left and blocked with 1/2.
    assert mean(guardians=(guard,)) == Fraction(1, 16)
    assert mean(guardians=(guard,), **MELEE) == Fraction(1, 8)
    limited = side("Chewbacca, Hero of Kashyyyk")
    assert guardian_for(limited, side(LUKE)).takes == 2 and guardian_for(limited, troopers) is None


def test_divine_influence():
    """Ewoks have Guardian 2 for him, and take Criticals, too: nothing comes through one die."""
    golden = side("C-3P0, Golden God")
    ewoks = guardian_for(side("Ewok Skirmishers"), golden)
    assert (ewoks.takes, ewoks.criticals) == (2, True)
    assert mean(guardians=(ewoks,)) == 0
    assert guardian_for(side("Rebel Troopers"), golden) is None
    assert guardian_for(side("Ewok Skirmishers"), side(LUKE)) is None


def test_backup_is_asked_of_leading_troopers_beyond_range_2():
    leader, hits = side(LUKE), used(weapon(white=0, red=2))
    assert can_be_backed_up(leader) and not can_be_backed_up(side("Rebel Troopers"))
    for band in (1, 2, 3):
        asked_there = asked_of(side("Snowtroopers"), leader, (weapon(),), "ranged", band)
        assert ("backup" in {each.key for each in asked_there}) == (band > 2)
    # Two Hits at most are cancelled: only Criticals of two red dice, 1/4 on average, are left.
    assert mean(target=leader, pool=hits, backup=True) == Fraction(1, 8)
    assert can_back_up(side("Rebel Troopers"), leader)
    assert not can_back_up(side("Rebel Troopers", suppression=1), leader)
    assert not can_back_up(side("Rebel Commandos"), leader)


def test_entourage():
    """Death Troopers are no Corps, but Krennic's Entourage."""
    guards = side("Imperial Death Troopers")
    assert guards.line.rank != "corps"
    assert can_back_up(guards, side(KRENNIC)) and not can_back_up(guards, side(LUKE))


def test_retinue():
    """MagnaGuards name Commanders: they give Backup to one, but to no Operative."""
    guards = side("IG-100 MagnaGuard", suppression=0)
    commander, operative = (
        side("Poggle the Lesser, Public Leader of the Geonosians"),
        side("Sun Fac, Ruthless Lieutenant"),
    )
    assert guards.line.rank != "corps" and can_back_up(guards, commander)
    retained = with_keyword("retinue", "Poggle the Lesser", unit="Rebel Commandos")
    assert can_back_up(retained, commander) and not can_back_up(retained, operative)


def test_were_not_regs():
    """No Backup for them, and no tokens of other Clones."""
    regs = side(LUKE, gained=[keyword("were-not-regs")])
    assert not can_be_backed_up(regs) and not can_back_up(side("Rebel Troopers"), regs)
    clones, others = (with_keyword(id, unit="Clone Trooper Infantry") for id in ("reliable", "were-not-regs"))
    assert may_lend(clones, clones) == 1
    assert may_lend(clones, others) == 0 == may_lend(others, clones)


def test_special_munitions():
    """Once a game Impact 1, and against a Vehicle two dice of the pool are upgraded."""
    pool, yes = used(weapon(black=1, white=1)), frozenset({"tod:special-munitions"})
    armed = with_keyword("tod:special-munitions")
    fired = asked(armed, side("AT-RT"), pool, yes=yes).question.attack
    assert (fired.pool, fired.impact) == ((1, 1, 0), 1)
    assert asked(armed, side("Rebel Troopers"), pool, yes=yes).question.attack.pool == (0, 1, 1)


def test_an_overrun_has_no_other_weapon():
    """Anakin's cannon shoots no one whom he flies over."""
    anakin = side("Anakin Skywalker, Mounted Jedi General")
    usable = usable_weapons(anakin, side("Stormtroopers"), Facts(band=0, kind="overrun"))
    assert [each.use.weapon.name for each in usable] == ["Anakin's Lightsaber"]


def test_cumbersome():
    """After a move every die is a colour lower, white ones stay."""
    pool = used(weapon(keyword("cumbersome"), red=1, black=2, white=1))
    assert asked(pool=pool, moved="no").question.attack.pool == (1, 2, 1)
    for moved in ("yes", "full"):
        assert asked(pool=pool, moved=moved).question.attack.pool == (0, 1, 3)


def test_sniper_team():
    """Of a pool that stayed put every die is a colour higher; not beside another weapon, nor after a move,
    nor where a mini doesn't see the target."""
    sniper = weapon(keyword("sniper-team"), black=1, white=2)
    assert asked(pool=used(sniper)).question.attack.pool == (1, 2, 0)
    assert asked(pool=used(sniper), moved="yes").question.attack.pool == (0, 1, 2)
    assert asked(pool=used(sniper), all_see=False).question.attack.pool == (0, 1, 2)
    assert "all_see" in {each.key for each in asked_of(side(LUKE), side(LUKE), (sniper,), "ranged")}
    assert asked(pool=used(sniper, weapon())).question.attack.pool == (0, 1, 3)


def test_compromised():
    """Gives no Backup and guards nobody."""
    assert not can_back_up(with_keyword("tod:compromised", unit="Rebel Troopers"), side(LUKE))
    chewie = with_keyword("tod:compromised", unit="Chewbacca, Walking Carpet")
    assert guardian_for(chewie, side("Rebel Troopers")) is None


# --- what follows ------------------------------------------------------------------------------------------


def test_nimble():
    assert following(with_keyword("nimble")) == {("nimble", "dodge"): 1}


def test_victory_or_death():
    found = following(with_keyword("victory-or-death"))
    assert found == {("victory-or-death", "suppression for an aim or dodge"): 1}


def test_ion():
    """Switches a shield off for each result, X at most; a wounded vehicle gains X Ion tokens."""
    shielded = with_keyword("shielded", 1)
    assert mean(target=shielded) == 0
    assert mean(target=shielded, pool=used(weapon(keyword("ion", 1)))) == Fraction(1, 8)
    assert following(side("AT-ST"), keyword("ion", 1))["ion", "ion"] == 1


def test_ion_token():
    """As many as the X of all weapons that were used, on droids and vehicles alone."""
    assert following(side("B1 Battle Droids"), keyword("ion", 2)) == {("ion", "ion"): 2}
    assert following(side("Snowtroopers"), keyword("ion", 2)) == {}


def test_poison_token():
    """X on living Troopers, none on droids and vehicles."""
    assert following(side("Snowtroopers"), keyword("poison", 2)) == {("poison", "poison"): 2}
    assert ("poison", "poison") not in following(side("AT-ST"), keyword("poison", 2))


def test_droid_trooper():
    """No Poison; a wound by Ion brings Ion tokens."""
    assert following(side("B1 Battle Droids"), keyword("ion", 1), keyword("poison", 1)) == {("ion", "ion"): 1}


def test_heavy_droid_trooper():
    """As Droid Troopers."""
    droidekas = side("Droidekas")
    assert "heavy-droid-trooper" in droidekas.types
    found = following(droidekas, keyword("ion", 1), keyword("poison", 1))
    assert found["ion", "ion"] == 1 and ("poison", "poison") not in found


def test_tow_cable():
    """A wounded Vehicle gains one Immobilize, a Trooper none."""
    assert following(side("AT-ST"), keyword("tow-cable"))["tow-cable", "immobilize"] == 1
    assert following(side("Snowtroopers"), keyword("tow-cable")) == {}


def test_sterner_stuff():
    """A black die with a Critical or a Surge, two sides of eight, keeps the last miniature; once a game."""
    assert at_least([Die.ATTACK_BLACK], [Face.CRITICAL, Face.SURGE], 1) == Fraction(1, 4)
    assert often("sterner-stuff") == "game"


def test_implacable():
    """Sterner Stuff once a round."""
    assert often("sterner-stuff", "implacable") == "round"


def often(*commendations):
    facts = UnitFacts(id="u1", rank="corps", commendations=commendations)
    return once_per(library().commendations["sterner-stuff"], facts)
