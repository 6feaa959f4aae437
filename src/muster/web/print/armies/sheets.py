"""The sheets of an army: the list to hand in, the opponent's copy, the sheet to play from, what it brings."""

from muster.rules.armies.army import Army, refusal_at
from muster.rules.cards.catalogue import Catalogue
from muster.web.print import pdf, shorten_text
from muster.web.print.armies.brings import BringsSheet, brings_page
from muster.web.print.armies.heading import PAPERS, Paper, PrintOrder, Sheet
from muster.web.print.armies.lists import ListSheet, list_sheet
from muster.web.print.armies.play import PlaySheet, play_page

TEMPLATES: dict[Sheet, str] = {
    "tournament": "army_list",
    "opponent": "army_list",
    "play": "army_play",
    "brings": "army_brings",
}


def army_pdf(army: Army, catalogue: Catalogue, order: PrintOrder) -> bytes:
    """One sheet of an army as PDF."""
    return pdf(TEMPLATES[order.sheet], sheet_of(army, catalogue, order))


def sheet_of(army: Army, catalogue: Catalogue, order: PrintOrder) -> ListSheet | PlaySheet | BringsSheet:
    """What stands on a sheet, as a value: nothing else reaches the paper."""
    if order.sheet == "brings":
        return brings_page(army, catalogue, order)
    if order.sheet == "play":
        return play_page(army, catalogue, order)
    return list_sheet(army, catalogue, order)


def paper_named(word: str) -> Paper:
    """The paper somebody asked for; refuses what we have no sheet for."""
    for paper in PAPERS:
        if word.lower() == paper:
            return paper
    raise refusal_at("print.paper", "paper", paper=shorten_text(word, 40), known=" or ".join(PAPERS))


def file_name(army: Army, sheet: Sheet) -> str:
    """A name to save the sheet under: letters and digits of the army's name, and which sheet it is."""
    kept = "".join(sign if sign.isalnum() else " " for sign in army.name)
    return f"{'-'.join((*kept.split(), sheet)).lower()}.pdf"
