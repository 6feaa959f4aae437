"""Roles for tests that ask what the rules say, not who may: every Register is everybody's own."""

from muster.app.campaign.clubs import Clubs
from muster.app.campaign.logs import CampaignLogs
from muster.app.campaign.registers import Registers


class Everybody:
    """`StreamRoles` by which everybody owns everything."""

    def grant(self, account, stream, role):
        """Nothing to keep."""

    def role(self, account, stream):
        return "owner"

    def streams(self, account, role, prefix):
        return []


def everybodys_registers(logs: CampaignLogs) -> Registers:
    return Registers(logs, Everybody())


def everybodys_clubs(logs: CampaignLogs) -> Clubs:
    return Clubs(logs, Everybody())
