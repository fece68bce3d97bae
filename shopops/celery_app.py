"""The Celery application: `celery -A shopops.celery_app worker -B`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")

app = Celery("shopops")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
