from django.apps import AppConfig


class SetupConfig(AppConfig):
    name = "shopops.setup"
    label = "setup"
    default_auto_field = "django.db.models.BigAutoField"
