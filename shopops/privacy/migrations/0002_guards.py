from pathlib import Path

from django.db import migrations

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [("privacy", "0001_initial"), ("ledger", "0001_functions")]

    operations = [frozen_sql(SQL, "0002_guards")]
