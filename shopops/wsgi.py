"""The web server's entry point: `gunicorn shopops.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from shopops.celery_app import app as celery
from shopops.checks.startup import refuse_unsafe_start

__all__ = ("application", "celery")  # without the latter, pages would wake no worker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")

application = get_wsgi_application()
refuse_unsafe_start()
