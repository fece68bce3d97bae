from django.apps import AppConfig


class ExecutionConfig(AppConfig):
    name = "shopops.execution"
    label = "execution"
