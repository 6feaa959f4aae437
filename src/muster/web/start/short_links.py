"""The short way to an invitation: whoever has the code is sent on to the page it stands for."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from muster.app.campaign.logs import CAMPAIGNS
from muster.store.codes.short_links import invitation
from muster.web import identity
from muster.web.campaign.club.invitations import token_of


@identity.private
@require_safe
def follow(request: HttpRequest, code: str) -> HttpResponse:
    """To the invitation; whether it still holds is said there."""
    found = invitation(code)
    if found is None:
        raise Http404
    id = found.stream.partition(":")[2]
    if found.stream.startswith(CAMPAIGNS):
        return redirect("tour-join", token_of(id, found.number))
    return redirect("event-join", event=id)
