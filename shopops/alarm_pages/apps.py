from django.apps import AppConfig


class AlarmPagesConfig(AppConfig):
    name = "shopops.alarm_pages"
    label = "alarm_pages"
