from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "shopops.outbox"
    label = "outbox"
