from django.apps import AppConfig

from shopops.alarms.identity import Obligation
from shopops.alarms.ringing import steps


class ExecutionConfig(AppConfig):
    name = "shopops.execution"
    label = "execution"

    def ready(self) -> None:
        steps.register(Obligation.EXECUTION, "shopops.execution.ringing.tell")
