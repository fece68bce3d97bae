from django.apps import AppConfig


class GuardsConfig(AppConfig):
    name = "shopops.guards"
    label = "guards"
    default_auto_field = "django.db.models.BigAutoField"
