"""The docs site at /docs: files that `muster-lab docs` builds and the wheel contains."""

from functools import cache
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils.http import http_date
from django.views.decorators.http import require_safe
from django.views.static import was_modified_since

from muster.web.site import errors

SITE: Final = Path(__file__).resolve().parents[1] / "docs_site"
HASHES: Final = "script-hashes.txt"
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
NOT_BUILT: Final = (
    "An installed Muster has them. In a checkout, build them once with “python3 run.py lab docs”; "
    "until then they are Markdown, in the folder docs."
)


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Redirect to the address with a slash, which relative links need."""
    return redirect("docs", path="")


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponse:
    """One file of the site; an address that ends with a slash is a page."""
    files = site_files(SITE)
    if not is_built():
        return errors.problem(request, 404, "The docs are not built here", NOT_BUILT)
    name = f"{path}index.html" if path == "" or path.endswith("/") else path
    file = files.get(name)
    if file is None:
        if f"{path}/index.html" in files:
            return redirect("docs", path=f"{path}/")
        return errors.problem(request, 404, "There is no such page", "The docs begin at /docs/.")
    return file_response(request, file)


def file_response(request: HttpRequest, file: Path) -> HttpResponse:
    """The file with the security policy of the docs, or 304 if the browser has it already."""
    changed = file.stat().st_mtime
    known = request.headers.get("If-Modified-Since")
    if known and not was_modified_since(known, changed):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(file.read_bytes(), content_type=KINDS[file.suffix])
    response["Last-Modified"] = http_date(changed)
    response["Cache-Control"] = "public, max-age=3600"
    response["Content-Security-Policy"] = security_policy(SITE)
    return response


def is_built() -> bool:
    """Whether the docs were built here."""
    return bool(site_files(SITE))


@cache
def site_files(site: Path) -> dict[str, Path]:
    """Every file of the site by its address. Nothing else is served."""
    files = (file for file in sorted(site.rglob("*")) if file.suffix in KINDS)
    return {file.relative_to(site).as_posix(): file for file in files}


@cache
def security_policy(site: Path) -> str:
    """The content security policy of the docs: own files, and inline scripts by their hash."""
    hashes = (site / HASHES).read_text().split()
    return POLICY.format(scripts="".join(f" '{digest}'" for digest in hashes))
