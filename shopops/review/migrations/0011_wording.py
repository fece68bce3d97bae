from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


def _key(to, null=False):
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=to,
    )


class Migration(migrations.Migration):
    dependencies = [("review", "0010_permitted"), ("tenants", "0005_auditor")]

    operations = [
        migrations.CreateModel(
            name="WordingVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("body", models.JSONField()),
                ("reason", models.CharField(max_length=500)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("author", _key("tenants.membership", null=True)),
                ("tenant", _key("tenants.tenant")),
            ],
            options={
                "ordering": ("-version",),
                "abstract": False,
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "version"), name="wording_once")
                ],
            },
        ),
        frozen_sql(SQL, "0011_wording"),
    ]
