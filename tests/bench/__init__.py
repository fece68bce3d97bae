"""Benchmarks: `make bench`, or one alone with `python -m tests.bench.NAME`. JSON, exit 1 on a miss.

Django is set up here, before any of them imports a model, and as in production: with DEBUG on it
would keep every statement.
"""

import os

import django

os.environ["SHOPOPS_ENV"] = "demo"
os.environ["DEBUG"] = "off"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")
django.setup()
