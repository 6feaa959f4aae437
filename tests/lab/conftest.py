"""Fixtures of the laboratory's tests."""

from pathlib import Path

import pytest

from tests.lab.planted_checkout import plant
from tests.plain_output import words_not_values

__all__ = ["checkout", "words_not_values"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with nothing claimed and nothing shown; one page asks for `rules.points.limit`."""
    plant(tmp_path, "pyproject.toml", "[tool.pytest.ini_options]\n")
    plant(tmp_path, "tests/test_nothing.py", "def test_nothing(): pass\n")
    plant(tmp_path, "src/muster/__init__.py", "")
    plant(tmp_path, "src/muster/web/settings.py", "ROOT_URLCONF = 'muster.web.urls'\n")
    plant(
        tmp_path,
        "src/muster/web/urls.py",
        """
        from django.urls import path
        from muster.web import views
        urlpatterns = [path("army", views.page, name="army")]
        """,
    )
    plant(
        tmp_path,
        "src/muster/web/views.py",
        """
        from django.shortcuts import render
        from muster.rules import points
        def page(request):
            return render(request, "army.html", {"limit": points.limit()})
        """,
    )
    plant(tmp_path, "src/muster/web/templates/army.html", "{{ limit }}")
    plant(tmp_path, "src/muster/rules/points.py", "def limit(): return 1000\ndef nobody(): return 0\n")
    return tmp_path
