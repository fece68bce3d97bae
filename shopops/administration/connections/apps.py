"""Connecting shops: the settings page, what it changes, and a record of each change."""

from django.apps import AppConfig


class ConnectingConfig(AppConfig):
    name = "shopops.administration.connections"
    label = "connecting"
    default_auto_field = "django.db.models.BigAutoField"
