from django.apps import AppConfig
from django.core.checks import register

from shopops.acknowledgments.checks import check_inbound


class AcknowledgmentsConfig(AppConfig):
    name = "shopops.acknowledgments"
    label = "acknowledgments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(check_inbound)
