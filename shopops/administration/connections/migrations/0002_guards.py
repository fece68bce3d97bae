from pathlib import Path

from django.db import migrations

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("connecting", "0001_initial"),
        ("connections", "0002_guards"),
        ("ledger", "0001_functions"),
    ]

    operations = [frozen_sql(SQL, "0001_guards")]
