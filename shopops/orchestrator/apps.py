from django.apps import AppConfig


class OrchestratorConfig(AppConfig):
    name = "shopops.orchestrator"
    label = "orchestrator"
