"""The first page, and what this is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def page(request: HttpRequest) -> HttpResponse:
    return render(
        request, "start.html", {"secure": request.is_secure() or request.get_host().startswith("localhost")}
    )


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about.html")
