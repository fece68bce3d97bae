from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "shopops.demo"
    label = "demo"
