from django.apps import AppConfig

from shopops.celery_app import app as celery


class ChecksConfig(AppConfig):
    name = "shopops.checks"

    def ready(self) -> None:
        # Tasks that rooms declare with shared_task find their broker in every process.
        celery.set_default()
