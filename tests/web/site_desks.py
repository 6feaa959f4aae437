"""Registers and campaigns over the site's own database, for tests that look behind the pages."""

from muster.app.campaign.clubs import Clubs
from muster.app.campaign.logs import CampaignLogs
from muster.app.campaign.registers import Registers
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.log.database import DatabaseStore
from muster.web.campaign.library import site_library


def site_registers() -> Registers:
    return Registers(CampaignLogs(DatabaseStore(), site_library()), DatabaseRoles())


def site_clubs() -> Clubs:
    return Clubs(CampaignLogs(DatabaseStore(), site_library()), DatabaseRoles())
