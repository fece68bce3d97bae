from django.apps import AppConfig


class ConnectorsConfig(AppConfig):
    name = "shopops.connectors"
    label = "connectors"
    default_auto_field = "django.db.models.BigAutoField"
