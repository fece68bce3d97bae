from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("ledger", "0001_functions"), ("tenants", "0001_initial")]

    operations = [
        migrations.RunSQL(
            (SQL / "0001_guards.sql").read_text(encoding="utf-8"),
            (SQL / "0001_guards.reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
