from django.apps import AppConfig


class WritebackConfig(AppConfig):
    name = "shopops.writeback"
    label = "writeback"
    default_auto_field = "django.db.models.BigAutoField"
