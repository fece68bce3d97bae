from pathlib import Path

from django.db import migrations

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("administration", "0001_members"),
        ("accounts", "0002_guards"),
        ("alarms", "0007_replies"),
        ("review", "0009_refused"),
    ]

    operations = [frozen_sql(SQL, "0002_audit")]
