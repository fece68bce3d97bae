from pathlib import Path

from django.db import migrations

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("alarms", "0003_ringing"),
        ("connectors", "0004_carrier"),
        ("proposals", "0004_people"),
        ("review", "0003_people"),
    ]

    operations = [frozen_sql(SQL, "0001_indexes")]
