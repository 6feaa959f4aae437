"""Every address of the site: those of the rooms, and a few of the house itself."""

from importlib import import_module

from django.conf import settings
from django.urls import path, re_path

from muster.web.api.shell import MusterAPI
from muster.web.look import demo_world
from muster.web.rooms import ROOMS
from muster.web.routing import by_first_word
from muster.web.site import docs, service

api = MusterAPI()
for room in ROOMS:
    for prefix, router in room.api.items():
        api.add_router(prefix, router)

_pages = [
    *(page for room in ROOMS for module in room.urls for page in import_module(module).urlpatterns),
    path("health", service.health, name="health"),
    path("metrics", service.metrics, name="metrics"),
    path("robots.txt", service.robots, name="robots"),
    path(".well-known/security.txt", service.security, name="security"),
    path("favicon.ico", service.favicon, name="favicon"),
    path("manifest.webmanifest", service.manifest, name="manifest"),
    path("sw.js", service.service_worker, name="service-worker"),
    path("offline", service.offline, name="offline"),
    path("docs", docs.start, name="docs-start"),
    re_path(r"^docs/(?P<path>[\w./-]*)$", docs.page, name="docs"),
    path("theme", service.theme, name="theme"),
    by_first_word(api.patterns, "api/v1/"),
]
if settings.DEMO_ROOT:
    _pages.append(path("as/<slug:handle>", demo_world.enter, name="demo-enter"))
urlpatterns = [by_first_word(_pages)]

handler400 = "muster.web.site.errors.bad_request"
handler403 = "muster.web.site.errors.forbidden"
handler404 = "muster.web.site.errors.not_found"
handler500 = "muster.web.site.errors.error_page"
