from django.apps import AppConfig


class AdministrationConfig(AppConfig):
    name = "shopops.administration"
    label = "administration"
    default_auto_field = "django.db.models.BigAutoField"
