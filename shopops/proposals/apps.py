from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "shopops.proposals"
    label = "proposals"
    default_auto_field = "django.db.models.BigAutoField"
