"""The Celery application: `celery -A shopops.celery_app worker -B`."""

import os
import signal
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init

from shopops import broker
from shopops.embedded.children import end_with

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")

WORKER = os.getpid()  # also in beat, which the worker forks

broker.use_for_files()
app = Celery("shopops")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.set_default()  # in every thread: a web server answers in several, and wakes the worker


@beat_embedded_init.connect
def _end_with_the_worker(**kwargs: Any) -> None:
    """Beat is a process of the worker's own, and would tick on for ever if that were killed."""
    if os.getpid() != WORKER:
        end_with(WORKER, signal.SIGKILL)
