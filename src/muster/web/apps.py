from django.apps import AppConfig


class WebConfig(AppConfig):
    """Pages, API and live updates."""

    name = "muster.web"
    label = "web"
