from django.apps import AppConfig


class ConnectionsConfig(AppConfig):
    name = "shopops.connections"
    label = "connections"
