import uuid
from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


def to(model: str, *, null: bool = False) -> models.ForeignKey:
    """Its constraints, which name the tenant as well, are in the SQL."""
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=model,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("acknowledgments", "0003_rules_versions"),
        ("tenants", "0003_vault_names"),
        ("ledger", "0001_functions"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailTest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("recipient", models.CharField(blank=True, max_length=254)),
                ("code", models.CharField(max_length=10)),
                ("created_at", models.DateTimeField()),
                ("steps", models.JSONField(default=dict)),
                ("outcome", models.CharField(default="waiting", max_length=8)),
                ("failed_step", models.CharField(blank=True, max_length=12)),
                ("author", to("tenants.membership", null=True)),
                ("membership", to("tenants.membership")),
                ("tenant", to("tenants.tenant")),
            ],
            options={
                "indexes": [models.Index(fields=["tenant", "-id"], name="mail_test_newest")],
            },
        ),
        frozen_sql(SQL, "0004_mail_test"),
    ]
