from django.apps import AppConfig


class DashboardConfig(AppConfig):
    name = "shopops.dashboard"
    label = "dashboard"
