from celery.signals import celeryd_after_setup
from django.apps import AppConfig
from django.core.checks import Tags, register

from shopops.celery_app import app as celery
from shopops.checks.database_role import check_database_role
from shopops.checks.narrative import check_narrative
from shopops.checks.settings import check_settings
from shopops.checks.startup import refuse_unsafe_worker


class ChecksConfig(AppConfig):
    name = "shopops.checks"

    def ready(self) -> None:
        # Tasks that rooms declare with shared_task find their broker in every process.
        celery.set_default()
        register(check_settings, Tags.security)
        register(check_narrative, Tags.compatibility)
        register(check_database_role, Tags.database)
        celeryd_after_setup.connect(refuse_unsafe_worker)
