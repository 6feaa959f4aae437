"""Invitations to a campaign as links: signed, and worth nothing once the arbitrator has renewed them."""

from django.core import signing

from muster.rules.campaign.register import SOURCE
from muster.rules.violations import Refused, Violation

SALT = "muster.campaign-invitation"


def invitation(campaign: str, number: int) -> str:
    """The token at the end of the link."""
    return signing.dumps([campaign, number], salt=SALT)


def read_invitation(token: str) -> tuple[str, int]:
    """The campaign's stream and the invitation's number; a forged token leads nowhere."""
    try:
        campaign, number = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused(Violation(code="campaign.invitation_old", source=SOURCE)) from None
    return str(campaign), int(number)
