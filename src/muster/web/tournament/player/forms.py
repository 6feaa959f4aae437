"""The buttons of a player's page as commands."""

from typing import Final

from muster.app.tournament import commands
from muster.web.forms import Form, number
from muster.web.tournament.forms import event_form

FORMS: Final[dict[str, Form]] = {
    "confirm": event_form(commands.Confirm, number=number("round")),
    "dispute": event_form(commands.Dispute, number=number("round")),
    "judge": event_form(commands.CallJudge),
    "never-mind": event_form(commands.CloseCall),
    "review": event_form(commands.AskReview),
    "club": event_form(commands.SetClub),
    "here": event_form(commands.CheckMeIn),
    "leave": event_form(commands.Leave),
}
