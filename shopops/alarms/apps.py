from typing import ClassVar

from django.apps import AppConfig
from django.core.checks import register

from shopops.alarms import database_refusals
from shopops.alarms.ringing.checks import check_heartbeat
from shopops.ledger import projections


class AlarmsConfig(AppConfig):
    name = "shopops.alarms"
    label = "alarms"
    default_auto_field = "django.db.models.BigAutoField"

    # Imported here so that tenant_scope knows them in every process.
    refusals: ClassVar = (database_refusals.HandleRefused, database_refusals.ItemMoved)

    def ready(self) -> None:
        register(check_heartbeat)
        projections.register("alarm", "shopops.alarms.refold.differences")
