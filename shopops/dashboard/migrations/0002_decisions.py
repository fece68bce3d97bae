from pathlib import Path

from django.db import migrations

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("dashboard", "0001_indexes"),
        ("review", "0007_waits"),
    ]

    operations = [frozen_sql(SQL, "0002_decisions")]
