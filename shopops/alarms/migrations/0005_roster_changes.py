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
    dependencies = [("alarms", "0004_ring_functions"), ("tenants", "0003_vault_names")]

    operations = [
        migrations.AddField(
            model_name="rostercontact",
            name="asked_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField()),
                ("membership", _key("tenants.membership")),
                ("tenant", _key("tenants.tenant")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "membership"), name="absence_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RosterChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("change", models.CharField(max_length=12)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("step", models.PositiveSmallIntegerField(null=True)),
                ("shared", models.BooleanField(null=True)),
                ("start", models.DateTimeField(null=True)),
                ("end", models.DateTimeField(null=True)),
                ("author", _key("tenants.membership", null=True)),
                ("contact", _key("alarms.rostercontact", null=True)),
                ("membership", _key("tenants.membership")),
                ("tenant", _key("tenants.tenant")),
            ],
            options={
                "ordering": ("-id",),
                "abstract": False,
                "base_manager_name": "objects",
                "indexes": [models.Index(fields=["tenant", "id"], name="roster_changes")],
            },
        ),
        frozen_sql(SQL, "0005_roster_changes"),
    ]
