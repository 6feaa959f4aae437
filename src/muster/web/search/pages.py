"""Pages of the site that people look for by name."""

from functools import cache

from muster.app.search.entries import Entry
from muster.app.search.index import Index

PAGES: tuple[tuple[str, str, str], ...] = (
    ("odds", "Odds", "Exact chances of one attack, or of two side by side"),
    ("dice", "Dice", "Roll dice, alone or with your opponent"),
    ("keywords", "Keywords", "Every keyword, explained"),
    ("cards", "Cards", "Every unit, upgrade and command card, with points history"),
    ("squads", "Squads", "The squads of Special Operations with their cards"),
    ("squad-missions", "Special Operations missions", "Missions with maps, the condition chart"),
    ("core-rules", "Core rules", "The core rulebook by subject"),
    ("rules", "Rules", "Every rule by its number"),
    ("rulings", "Rulings", "How Muster reads what the documents leave open"),
    ("tables", "At the table", "Set up a game, measure, check the terrain"),
    ("tables-terrain", "Terrain", "Check the terrain of a table"),
    ("tables-components", "Missing or damaged components", "What the regulations say about them"),
    ("tables-regulations", "Regulations", "What the tournament regulations ask of a table"),
    ("army-new", "Build an army", "Pick a faction and a format"),
    ("army-import", "Import a list", "From text or a file of another list builder"),
    ("armies-public", "Public armies", "Armies that others share"),
    ("collection", "Collection", "Count your cards and miniatures"),
    ("play", "Play a game", "Open a game on two phones"),
    ("play-help", "How a game works", "Help with pictures"),
    ("event-new", "Run an event", "Create a tournament"),
    ("tour-new", "New Register", "Start a campaign force"),
    ("tour-club-new", "New campaign", "Bring the Registers of a club together"),
    ("you", "Account", "Your name, email, password, tokens and theme"),
    ("about", "About", "Licence, source and contact"),
)


@cache
def pages() -> Index:
    """The index of them, by the names of their addresses."""
    return Index(Entry(kind="page", id=name, title=title, note=note) for name, title, note in PAGES)
