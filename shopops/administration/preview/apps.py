from django.apps import AppConfig


class PreviewConfig(AppConfig):
    name = "shopops.administration.preview"
    label = "preview"
    default_auto_field = "django.db.models.BigAutoField"
