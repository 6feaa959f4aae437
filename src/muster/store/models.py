"""All tables: Django finds models here."""

from muster.store.accounts import Account, ApiToken
from muster.store.answered import AnsweredRequest
from muster.store.arcs import TourArc
from muster.store.army_models import ArmyRow, ArmyVersion
from muster.store.collection import OwnedCard
from muster.store.log_models import LogAct, LogEvent, LogHead, LogSnapshot, LogStream
from muster.store.opponents import OpponentName
from muster.store.stories import TourLink, TourPicture, TourReport
from muster.store.stream_roles import StreamTie
from muster.store.tournaments import TournamentCard, TournamentPerson

__all__ = [
    "Account",
    "AnsweredRequest",
    "ApiToken",
    "ArmyRow",
    "ArmyVersion",
    "LogAct",
    "LogEvent",
    "LogHead",
    "LogSnapshot",
    "LogStream",
    "OpponentName",
    "OwnedCard",
    "StreamTie",
    "TourArc",
    "TourLink",
    "TourPicture",
    "TourReport",
    "TournamentCard",
    "TournamentPerson",
]
