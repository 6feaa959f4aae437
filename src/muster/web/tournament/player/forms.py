"""The buttons of a player's page as commands."""

from typing import Final

from muster.app.tournament import commands
from muster.web.forms import Form
from muster.web.tournament.forms import asks_for, number, player, text

FORMS: Final[dict[str, Form]] = {
    "confirm": asks_for(commands.Confirm, number=number("round")),
    "dispute": asks_for(commands.Dispute, number=number("round"), words=text("words")),
    "judge": asks_for(commands.CallJudge, words=text("words")),
    "never-mind": asks_for(commands.CloseCall, call=number("call")),
    "review": asks_for(commands.AskReview, call=number("call")),
    "club": asks_for(commands.SetClub, player=player, club=text("club")),
    "here": asks_for(commands.CheckMeIn),
    "leave": asks_for(commands.Leave),
}
