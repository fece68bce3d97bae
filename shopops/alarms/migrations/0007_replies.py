from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


def _key(to: str, *, null: bool = False) -> models.ForeignKey:
    return models.ForeignKey(
        to,
        on_delete=django.db.models.deletion.PROTECT,
        null=null,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )


class Migration(migrations.Migration):
    """Replies that acknowledged nothing stand on their items' timelines."""

    dependencies = [("alarms", "0006_answer_indexes"), ("tenants", "0003_vault_names")]

    operations = [
        migrations.CreateModel(
            name="AlarmReply",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mail_id", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("held", "Held: nobody could prove who sent it"),
                            ("dropped", "Dropped"),
                            ("refused", "Refused"),
                        ],
                        max_length=8,
                    ),
                ),
                ("why", models.CharField(max_length=500)),
                ("gone_at", models.DateTimeField(null=True)),
                ("item", _key("alarms.alarmitem")),
                ("membership", _key("tenants.membership", null=True)),
                ("tenant", _key("tenants.tenant")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["tenant", "item", "id"], name="alarm_replies_of_item"),
                    models.Index(
                        condition=models.Q(("gone_at", None), ("outcome", "held")),
                        fields=["tenant", "item"],
                        name="alarm_replies_held",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "mail_id", "item"), name="alarm_reply_once"
                    )
                ],
            },
        ),
        frozen_sql(SQL, "0007_replies"),
    ]
