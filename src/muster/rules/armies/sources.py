"""Where a rule comes from: the numbers of the rules by format, and the names of the documents."""

from muster.rules.cards.vocabulary import RANKS, Rank

BUILDING = "Army Building"
RECON = "Recon"
REGULATIONS = "Tournament Regulations"
CORE = "core rulebook"
CARDS = "card data"

POINTS_RULES = {"recon": (RECON, 446), "legacy-800": (REGULATIONS, 530)}
RECON_RANKS = dict(zip(RANKS, range(447, 453), strict=True))


def rule(number: int, document: str = BUILDING) -> str:
    """The source of a numbered rule: "Army Building, rule 418"."""
    return f"{document}, rule {number}"


def core(section: str) -> str:
    """The source of a rule that only the core rulebook states."""
    return f"{CORE}, {section}"


def points_source(format_id: str) -> str:
    """Where the points limit of a format stands."""
    document, number = POINTS_RULES.get(format_id, (BUILDING, 412))
    return rule(number, document)


def rank_source(format_id: str, rank: Rank) -> str:
    """Where the limits of a rank stand: numbered for Recon and the regulations, else in the core rulebook."""
    if format_id == "recon":
        return rule(RECON_RANKS[rank], RECON)
    return rule(532, REGULATIONS) if format_id == "legacy-800" else core("rank requirements")
