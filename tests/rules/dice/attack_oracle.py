"""Brute force over whole attacks of the standard game, from the rules (core rulebook 2026, pages 30 to 36).

It shares no code with what it judges: plain recursion over every face of every die, both players choosing as
stated. Chances are whole parts of one number that every die divides, so they are exact. Slow on purpose; for
pools of a few dice and a token or two of a kind. The golden attacks of `tests/golden/attacks.json` were
computed with it, before there was an engine.

Who chooses, and for what:
  attacker  the most wounds on average, target and guardian added; it may look at all dice that lie
  defender  the fewest wounds on its own unit on average
  Guardian  takes as many as `takes` says (a table decision, not optimised); Pierce goes to its Blocks first
A case is "unique" when preferring the first or the last of equally good choices gives the same distribution.
"""

# ruff: noqa: PLR0917 -- what lies on the table is written out at every step

from collections import Counter
from fractions import Fraction as F
from functools import lru_cache
from itertools import product
from math import prod

ATTACK = {
    "red": {"crit": 1, "hit": 5, "surge": 1, "blank": 1},
    "black": {"crit": 1, "hit": 3, "surge": 1, "blank": 3},
    "white": {"crit": 1, "hit": 1, "surge": 1, "blank": 5},
}
DEFENCE = {
    "red": {"block": 3, "surge": 1, "blank": 2},
    "white": {"block": 1, "surge": 1, "blank": 4},
}
ATTACK_FIELDS = {
    "red": 0,
    "black": 0,
    "white": 0,
    "kind": "ranged",
    "surge": "none",
    "critical": 0,
    "aims": 0,
    "precise": 0,
    "observation": 0,
    "surges": 0,
    "marksman": False,
    "lethal": 0,
    "impact": 0,
    "pierce": 0,
    "sharpshooter": 0,
    "ram": 0,
    "blast": False,
    "high_velocity": False,
    "primitive": False,
    "ion": 0,
    "duelist": False,
    "jarkai_dodges": 0,
    "makashi": False,
    "upgrade": 0,
    "upgrade_only": None,
    "fatigue": 0,
    "immune_deflect": False,
    "sniper": False,
}
DEFENCE_FIELDS = {
    "die": "red",
    "surge": False,
    "cover": 0,
    "dodges": 0,
    "outmaneuver": False,
    "low_profile": False,
    "cover_die": "white",
    "backup": False,
    "armour": 0,
    "shields": 0,
    "surges": 0,
    "danger_sense": 0,
    "suppression": 0,
    "uncanny_luck": 0,
    "impervious": False,
    "immune_pierce": False,
    "immune_melee_pierce": False,
    "immune_blast": False,
    "block": False,
    "duelist": False,
    "soresu": False,
    "deflect": False,
    "shien": False,
    "djem_so": False,
    "extra_white": 0,
    "left": None,
    "in_sight": None,
    "unconcerned": False,
}
GUARD_FIELDS = {
    "die": "red",
    "surge": False,
    "takes": 0,
    "deflect": False,
    "immune_pierce": False,
    "impervious": False,
    "surges": 0,
    "criticals": False,
}


class Side(dict):
    """A dictionary read with dots; unknown fields are refused."""

    def __init__(self, given, known, what):
        unknown = set(given) - set(known)
        if unknown:
            raise ValueError(f"{what}: unknown {sorted(unknown)}")
        super().__init__({**known, **given})

    __getattr__ = dict.__getitem__


def spread(dice, faces_of):
    """Every way the dice can fall, as ((die, face), ...) sorted, with its chance: so many of so many."""
    table = Counter()
    for faces in product(*(faces_of[die].items() for die in dice)):
        times = prod(sides for _, sides in faces)
        table[tuple(sorted(zip(dice, (face for face, _ in faces), strict=False)))] += times
    every = table.total()
    return tuple((fallen, (times, every)) for fallen, times in table.items())


spread_attack = lru_cache(maxsize=None)(lambda dice: spread(dice, ATTACK))
spread_defence = lru_cache(maxsize=None)(lambda dice: spread(dice, DEFENCE))


def add(into, dist, chance):
    times, every = chance
    for key, value in dist.items():
        into[key] = into.get(key, 0) + value * times // every  # nothing is left over: see `whole`


def sub_multisets(items, most):
    """Every choice of at most `most` of these, equal ones counted once."""
    seen = set()
    for picks in product((0, 1), repeat=len(items)):
        if sum(picks) <= most:
            chosen = tuple(sorted(one for one, pick in zip(items, picks, strict=False) if pick))
            if chosen not in seen:
                seen.add(chosen)
                yield chosen


def without(items, chosen):
    left = list(items)
    for one in chosen:
        left.remove(one)
    return tuple(left)


class Oracle:
    """One attack pool. Outcomes are (wounds on target, on guardian, on attacker, suppressed)."""

    def __init__(self, attack, defence, guardian=None, last=False):
        self.a = Side(attack, ATTACK_FIELDS, "attack")
        self.d = Side(defence, DEFENCE_FIELDS, "defence")
        self.g = Side(guardian, GUARD_FIELDS, "guardian") if guardian else None
        self.last = last
        self.memo = {}
        self.whole = self._whole()

    def _whole(self):
        """What stands for certain: every die that may fall, or fall again, divides it once more."""
        a, d = self.a, self.d
        pool = a.red + a.black + a.white
        again = a.aims * (2 + a.precise) + a.observation
        saves = pool + d.danger_sense + d.extra_white
        return 8 ** (pool + again) * 6 ** (pool + pool + saves + saves)  # cover, guardian, saves, saves again

    def chances(self):
        """The distribution of the attack."""
        parts = self.result()
        assert sum(parts.values()) == self.whole
        return {key: F(part, self.whole) for key, part in parts.items()}

    # --- choosing ------------------------------------------------------------------------------------------
    def most(self, options):
        return self._best(options, lambda dist: sum((k[0] + k[1]) * v for k, v in dist.items()))

    def least(self, options):
        return self._best(options, lambda dist: -sum(k[0] * v for k, v in dist.items()))

    def _best(self, options, worth):
        best = None
        for dist in options:
            value = worth(dist)
            if best is None or value > best[0] or (value == best[0] and self.last):
                best = (value, dist)
        return best[1]

    # --- step 4: the attack dice ---------------------------------------------------------------------------
    def result(self):
        """4a: dice are upgraded (the attacker chooses which), 2: Makashi is chosen with the weapons."""
        a = self.a
        pools = set()
        base = ["red"] * a.red + ["black"] * a.black + ["white"] * a.white
        able = [i for i, c in enumerate(base) if c != "red" and (a.upgrade_only in (None, c))]
        for picks in sub_multisets(able, a.upgrade):
            pools.add(
                tuple(
                    sorted(
                        {"white": "black", "black": "red"}[c] if i in picks else c for i, c in enumerate(base)
                    )
                )
            )
        options = []
        for pool in sorted(pools):
            for makashi in (False, True) if a.makashi and a.kind == "melee" and a.pierce else (False,):
                options.append(self.rolled(pool, makashi))
        return self.most(options)

    def rolled(self, pool, makashi):
        total = {}
        for dice, chance in spread_attack(pool):
            add(total, self.reroll(dice, self.a.aims, self.a.observation, False, makashi), chance)
        return total

    def reroll(self, dice, aims, watch, aimed, makashi):
        """4c: aims (2 + Precise dice) and Observation tokens (1 die), in any order, one after the other."""
        key = ("reroll", dice, aims, watch, aimed, makashi)
        if key not in self.memo:
            options = [self.convert(dice, aims, aimed, makashi)]
            if aims:
                for chosen in sub_multisets(dice, 2 + self.a.precise):
                    options.append(self.again(dice, chosen, aims - 1, watch, True, makashi))
            if watch:
                for chosen in sub_multisets(dice, 1):
                    if chosen:
                        options.append(self.again(dice, chosen, aims, watch - 1, aimed, makashi))
            self.memo[key] = self.most(options)
        return self.memo[key]

    def again(self, dice, chosen, aims, watch, aimed, makashi):
        total, kept = {}, without(dice, chosen)
        for fresh, chance in spread_attack(tuple(sorted(die for die, _ in chosen))):
            add(total, self.reroll(tuple(sorted((*kept, *fresh))), aims, watch, aimed, makashi), chance)
        return total

    def convert(self, dice, aims, aimed, makashi):
        """4d: Critical X, then the chart, then Surge tokens; the rest is Blank. Then Marksman, Jar'Kai,
        Battle-Fatigue."""
        a = self.a
        faces = Counter(face for _, face in dice)
        options = []
        for critical in range(min(a.critical, faces["surge"]) + 1):
            crits, hits, blanks = faces["crit"] + critical, faces["hit"], faces["blank"]
            left = faces["surge"] - critical
            if a.surge == "critical":
                crits, left = crits + left, 0
            elif a.surge == "hit":
                hits, left = hits + left, 0
            token = min(left, a.surges)
            hits, blanks = hits + token, blanks + left - token
            options.append(self.improve(crits, hits, blanks, aims, aimed, makashi))
        return self.most(options)

    def improve(self, crits, hits, blanks, aims, aimed, makashi):
        """Marksman: an aim makes a blank a Hit or a Hit a Critical; Jar'Kai the same with dodges in melee."""
        steps = (aims if self.a.marksman else 0), (self.a.jarkai_dodges if self.a.kind == "melee" else 0)
        options = []
        for used in range(steps[0] + 1):
            for danced in range(steps[1] + 1):
                number = used + danced
                for raised in range(min(number, blanks) + 1):
                    for turned in range(min(number - raised, hits + raised) + 1):
                        options.append(
                            self.fatigued(
                                crits + turned,
                                hits + raised - turned,
                                blanks - raised,
                                aims - used,
                                aimed,
                                makashi,
                            )
                        )
        return self.most(options)

    def fatigued(self, crits, hits, blanks, aims, aimed, makashi):
        shown = crits + hits
        options = [
            self.snipe(crits, hits - lost, blanks, aims, aimed, makashi, shown > 0)
            for lost in range(min(self.a.fatigue, hits) + 1)
        ]
        return self.least(options)

    def snipe(self, crits, hits, blanks, aims, aimed, makashi, shown):
        """Sniper Team: with a Critical among them, all results may be given up for one wound that nothing
        cancels."""
        options = [self.cover(crits, hits, blanks, aims, aimed, makashi, shown)]
        if self.a.sniper and crits:
            options.append(self.end(1, 0, 0, 0, 0, shown))
        return self.most(options)

    # --- step 5: cover, then dodge ------------------------------------------------------------------------
    def cover(self, crits, hits, blanks, aims, aimed, makashi, shown):
        a, d = self.a, self.d
        value = max(0, min(2, d.cover) - a.sharpshooter)
        if a.kind != "ranged" or d.unconcerned or (a.blast and not d.immune_blast) or not value or not hits:
            return self.dodge(crits, hits, blanks, aims, aimed, makashi, shown)
        total = {}
        sure = 1 if d.low_profile else 0
        for dice, chance in spread_defence((d.cover_die,) * (hits - sure)):
            faces = Counter(face for _, face in dice)
            stops = sure + faces["block"] + (faces["surge"] if value == 2 else 0)
            add(total, self.dodge(crits, max(0, hits - stops), blanks, aims, aimed, makashi, shown), chance)
        return total

    def dodge(self, crits, hits, blanks, aims, aimed, makashi, shown):
        """Dodges may be spent even without a Hit to cancel; High Velocity forbids them."""
        d = self.d
        options = []
        for spent in range((0 if self.a.high_velocity else d.dodges) + 1):
            for parried in range((min(spent, crits) if d.outmaneuver else 0) + 1):
                options.append(
                    self.modify(
                        crits - parried,
                        max(0, hits - (spent - parried)),
                        blanks,
                        aims,
                        aimed,
                        makashi,
                        shown,
                        spent > 0,
                    )
                )
        return self.least(options)

    # --- step 6: Ion, the attacker, then the defender -----------------------------------------------------
    def modify(self, crits, hits, blanks, aims, aimed, makashi, shown, dodged):
        key = ("modify", crits, hits, blanks, aims, aimed, makashi, shown, dodged)
        if key not in self.memo:
            self.memo[key] = self._modify(crits, hits, blanks, aims, aimed, makashi, shown, dodged)
        return self.memo[key]

    def _modify(self, crits, hits, blanks, aims, aimed, makashi, shown, dodged):
        a, d = self.a, self.d
        shields = d.shields - min(a.ion, d.shields, crits + hits)
        rams = [(crits, hits)]
        if a.ram:  # X dice become Criticals, whatever they show
            rams = [
                (crits + n + m, hits - m)
                for n in range(min(a.ram, blanks) + 1)
                for m in range(min(a.ram - n, hits) + 1)
            ]
        options = []
        for c, h in rams:
            for turned in range((min(a.impact, h) if d.armour else 0) + 1):
                c2, h2 = c + turned, h - turned
                if a.primitive and d.armour:
                    c2, h2 = 0, c2 + h2
                for lethal in range(min(a.lethal, aims) + 1):
                    pierce = a.pierce + lethal - (1 if makashi else 0)
                    pierce += 1 if a.duelist and aimed and a.kind == "melee" else 0
                    options.append(self.protect(c2, h2, shields, pierce, blanks, makashi, shown, dodged))
        return self.most(options)

    def protect(self, crits, hits, shields, pierce, blanks, makashi, shown, dodged):
        """The defender's effects: Backup, Armor, Guardian, Shields, as many of each as it likes."""
        d, ranged = self.d, self.a.kind == "ranged"
        options = []
        backups = min(2, hits) if d.backup and ranged else 0
        for backed in range(backups + 1):
            after = hits - backed
            armour = after if d.armour == "all" else min(d.armour, after)
            for stopped in range(armour + 1):
                h = after - stopped
                takes, sparing = 0, 0
                if self.g and ranged:
                    takes = min(self.g.takes, h)
                    sparing = min(self.g.takes - takes, crits) if self.g.criticals else 0
                h, c = h - takes, crits - sparing
                for flipped in range((min(shields, h + c) if ranged else 0) + 1):
                    for on_crits in range(min(flipped, c) + 1):
                        if flipped - on_crits <= h:
                            options.append((c - on_crits, h - (flipped - on_crits), takes + sparing))
        dists = [
            self.guarded(c, h, n, pierce, blanks, makashi, shown, dodged)
            for c, h, n in dict.fromkeys(options)
        ]
        return self.least(dists)

    def guarded(self, crits, hits, taken, pierce, blanks, makashi, shown, dodged):
        """A guardian rolls a die for each result it takes; Pierce is used on its Blocks first."""
        if not taken:
            return self.defend(crits + hits, pierce, blanks, makashi, shown, dodged, 0, 0)
        g, total = self.g, {}
        for dice, chance in spread_defence((g.die,) * taken):
            faces = Counter(face for _, face in dice)
            deflects = g.deflect and not self.a.high_velocity
            back = 1 if deflects and faces["surge"] and not self.a.immune_deflect else 0
            turns = faces["surge"] if g.surge or deflects else min(faces["surge"], g.surges)
            blocks = faces["block"] + turns
            # Impervious lowers the pool's Pierce at Modify Defense Dice, a step no guardian's roll has.
            used = 0 if g.immune_pierce else min(pierce, blocks)
            hurt = taken - (blocks - used)
            add(
                total,
                self.defend(crits + hits, pierce - used, blanks, makashi, shown, dodged, hurt, back),
                chance,
            )
        return total

    # --- steps 7 to 10 -------------------------------------------------------------------------------------
    def defend(self, strikes, pierce, blanks, makashi, shown, dodged, guard_hurt, back):
        d, ranged = self.d, self.a.kind == "ranged"
        if not strikes:
            return self.end(0, 0, guard_hurt, back, blanks, shown)
        dice = (d.die,) * (strikes + min(d.danger_sense, d.suppression)) + ("white",) * d.extra_white
        key = ("defend", strikes, pierce, makashi, dodged, guard_hurt, back, blanks > 0, shown)
        if key in self.memo:
            return self.memo[key]
        total = {}
        for fallen, chance in spread_defence(tuple(sorted(dice))):
            options = [self.saved(fallen, strikes, pierce, makashi, dodged, guard_hurt, back, blanks, shown)]
            if d.soresu and ranged:
                again = {}
                for fresh, one in spread_defence(tuple(sorted(dice))):
                    add(
                        again,
                        self.saved(fresh, strikes, pierce, makashi, dodged, guard_hurt, back, blanks, shown),
                        one,
                    )
                options.append(again)
            if d.uncanny_luck:
                for chosen in sub_multisets(fallen, d.uncanny_luck):
                    if chosen:
                        again, kept = {}, without(fallen, chosen)
                        for fresh, one in spread_defence(tuple(sorted(die for die, _ in chosen))):
                            add(
                                again,
                                self.saved(
                                    (*kept, *fresh),
                                    strikes,
                                    pierce,
                                    makashi,
                                    dodged,
                                    guard_hurt,
                                    back,
                                    blanks,
                                    shown,
                                ),
                                one,
                            )
                        options.append(again)
            add(total, self.least(options), chance)
        self.memo[key] = total
        return total

    def saved(self, dice, strikes, pierce, makashi, dodged, guard_hurt, back, blanks, shown):
        """7e surges, 8 Impervious and Pierce, 9 compare."""
        a, d, ranged = self.a, self.d, self.a.kind == "ranged"
        faces = Counter(face for _, face in dice)
        deflects = d.deflect and ranged and not a.high_velocity
        if deflects and faces["surge"] and not a.immune_deflect:
            back += faces["surge"] if d.shien else 1
        turns = d.surge or deflects or (d.block and dodged)
        blocks = faces["block"] + (faces["surge"] if turns else min(faces["surge"], d.surges))
        immune = d.immune_pierce or (d.immune_melee_pierce and a.kind == "melee")
        immune = immune or (d.duelist and dodged and a.kind == "melee")
        if makashi:
            immune = False
        if d.impervious and not makashi:
            pierce = max(0, pierce - 1)
        blocks -= 0 if immune else min(pierce, blocks)
        return self.end(strikes, blocks, guard_hurt, back, blanks, shown)

    def end(self, strikes, blocks, guard_hurt, back, blanks, shown):
        a, d = self.a, self.d
        wounds = max(0, strikes - blocks)
        if a.kind == "ranged" and d.in_sight is not None:
            wounds = min(wounds, d.in_sight)
        if d.left is not None:
            wounds = min(wounds, d.left)
        back += 1 if d.djem_so and a.kind == "melee" and blanks else 0
        fallen = d.left is not None and wounds >= d.left
        suppressed = a.kind == "ranged" and shown and not fallen
        if d.shien and not wounds:
            suppressed = False
        return {(wounds, guard_hurt, back, suppressed): self.whole}


def marginal(dist, place):
    table = Counter()
    for key, value in dist.items():
        table[int(key[place])] += value
    top = max(table)
    return [str(table.get(n, F(0))) for n in range(top + 1)]


def solved(case):
    given = case["attack"], case["defence"], case.get("guardian")
    first, last = (Oracle(*given, last=flag).chances() for flag in (False, True))
    found = {
        "wounds": marginal(first, 0),
        "mean": str(sum(k[0] * v for k, v in first.items())),
        "suppressed": str(sum((v for k, v in first.items() if k[3]), F(0))),
    }
    if case["defence"].get("left"):
        found["defeat"] = str(sum((v for k, v in first.items() if k[0] >= case["defence"]["left"]), F(0)))
    if case.get("guardian"):
        found["guardian_wounds"] = marginal(first, 1)
    if any(case["defence"].get(word) for word in ("deflect", "djem_so")) or (case.get("guardian") or {}).get(
        "deflect"
    ):
        found["attacker_wounds"] = marginal(first, 2)
    found["unique"] = all(marginal(first, n) == marginal(last, n) for n in range(4))
    return found
