from django.apps import AppConfig


class DeliveriesConfig(AppConfig):
    name = "shopops.deliveries"
    label = "deliveries"
