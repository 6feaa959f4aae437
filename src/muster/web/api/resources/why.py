"""Why something is so: what is on file about a card, two units, a keyword, a refusal or a step of a game."""

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.rules.why.answers import Question, answer, as_values
from muster.rules.why.reasons import ReasonKind
from muster.web.api.answers import Problem, reply

LONGEST = 80
router = Router(tags=["Rules"])


class WhyQuery(Schema):
    """One of: a card (or a unit and its target), a keyword, a refusal, a step."""

    card: str = Field(
        "", max_length=LONGEST, description="Id, slug or name; `playtest/unit/ID` for a squad’s"
    )
    target: str = Field("", max_length=LONGEST, description="The unit that `card` attacks")
    keyword: str = Field("", max_length=LONGEST, description="Id of a keyword")
    refusal: str = Field("", max_length=LONGEST, description="The `code` of a violation")
    step: str = Field("", max_length=LONGEST, description="Name of a step of a game, such as `rally`")
    mode: str = Field("", max_length=LONGEST, description="Mode of the game; says how it differs")
    rule: list[int] = Field([], max_length=20, description="Numbers of rules that a refusal or a step names")


class ReasonOut(Schema):
    """Something on file."""

    kind: ReasonKind
    id: str
    title: str
    text: str
    source: str
    differs: str = Field(description="How the mode that was asked about differs")


class WhyPart(Schema):
    """Reasons under a heading, the shortest first."""

    title: str
    reasons: list[ReasonOut]


class WhyCard(Schema):
    """A card that was asked about."""

    name: str
    address: str


class WhyOut(Schema):
    """What is on file."""

    title: str
    said: str = Field(description="The sentence of a refusal, without its numbers")
    cards: list[WhyCard]
    parts: list[WhyPart]


@router.get("", response={200: WhyOut, 404: Problem}, url_name="api-why", summary="Why is it so?")
def explain_why(request: HttpRequest, query: Query[WhyQuery]) -> HttpResponse:
    """The rules, rulings and keywords on file, each with its source. Nothing is generated."""
    asked = query.dict()
    return reply(as_values(answer(Question(rules=tuple(asked.pop("rule")), **asked))))
