"""The guides of the app's help as one page."""

from muster.web.start.guides import Guide, guides
from muster_lab import CHECKOUT

PICTURES = CHECKOUT / "src" / "muster" / "web" / "static" / "muster" / "help"


def guide_page() -> str:
    """Every guide for players and organisers, step by step, with the pictures of the help pages."""
    parts = ["# Guides", "", "Step by step, with pictures. **Help** in the app has the same guides.", ""]
    for guide in guides():
        parts += guide_lines(guide)
    return "\n".join(parts)


def guide_lines(guide: Guide) -> list[str]:
    """The lead, steps and pictures of a guide."""
    lines = [f"## {guide.title}", "", guide.lead, ""]
    for number, step in enumerate(guide.steps, start=1):
        lines += [f"{number}. **{step.title}.** {step.text}", ""]
        if step.picture:
            lines += [f"    ![{step.shows}]({step.picture}.webp){{ loading=lazy width=320 }}", ""]
    return lines
