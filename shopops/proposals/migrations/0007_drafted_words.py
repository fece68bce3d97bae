from pathlib import Path

from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [("proposals", "0006_settled_by_hand")]

    operations = [
        migrations.AddField(
            model_name="outlinetext",
            name="drafted_by",
            field=models.CharField(max_length=100, null=True),
        ),
        migrations.AddField(
            model_name="outlinetext",
            name="draft_changed",
            field=models.BooleanField(null=True),
        ),
        frozen_sql(SQL, "0007_drafted_words"),
    ]
