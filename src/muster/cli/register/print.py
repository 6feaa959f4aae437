"""`muster register print`: a Register with its dossiers, or the charts, as PDF."""

import re

import click

from muster.cli.army.print import write_pdf
from muster.cli.django_setup import need_tables, use_django
from muster.cli.refusal import Refusing
from muster.rules.campaign.register.register import Register, problem
from muster.rules.cards.catalogue import catalogue
from muster.rules.violations import Refused
from muster.web.print.armies.heading import PAPERS, Paper
from muster.web.print.campaign.charts import charts_pdf
from muster.web.print.campaign.register import SHEET_NAMES, SheetName, register_pdf
from muster.web.print.campaign.story import story_pdf


@click.command("print", cls=Refusing)
@click.argument("register_id", metavar="REGISTER_ID")
@click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
@click.option(
    "--sheet", type=click.Choice(SHEET_NAMES), default="register", help="Which sheet.", show_default=True
)
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="Which paper.", show_default=True)
@click.option(
    "-o", "--output", required=True, metavar="FILE.pdf", help="Where the PDF goes; - for the output."
)
def command(register_id: str, data: str | None, sheet: SheetName, paper: Paper, output: str) -> None:
    """Print a Register as PDF. Exit code 2 if there is no such Register or the PDF cannot be written."""
    use_django(data)
    need_tables()
    write_pdf(output, render_sheet(read_register(register_id), sheet, paper))


def read_register(register_id: str) -> Register:
    """A Register by its id, as in its address, or by the name of its stream."""
    from muster.app.campaign.logs import CampaignLogs
    from muster.store.log.database import DatabaseStore

    bare = register_id.removeprefix("register:")
    if not re.fullmatch("[0-9a-f]{32}", bare):
        raise Refused(problem("register.unknown"))
    found = CampaignLogs(DatabaseStore()).register(f"register:{bare}").state
    if found.status == "unknown":
        raise Refused(problem("register.unknown"))
    return found


def render_sheet(register: Register, sheet: SheetName, paper: Paper) -> bytes:
    """Render the requested sheet."""
    from muster.store.accounts import names_of
    from muster.web.campaign.library import site_library

    if sheet == "charts":
        return charts_pdf(register, site_library(), catalogue(), paper)
    if sheet == "story":
        return story_pdf(register, site_library(), catalogue(), paper)
    return register_pdf(register, site_library(), catalogue(), names_of({register.by}), paper)
