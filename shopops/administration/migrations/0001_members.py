from pathlib import Path

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"
ROLES = [
    ("viewer", "Viewer"),
    ("auditor", "Auditor"),
    ("reviewer", "Reviewer"),
    ("admin", "Admin"),
]


def _id():
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


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
    initial = True
    dependencies = [("tenants", "0005_auditor")]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", _id()),
                ("email", models.EmailField(max_length=254)),
                ("display_name", models.CharField(max_length=80)),
                ("role", models.CharField(choices=ROLES, max_length=16)),
                ("token_hash", models.BinaryField(max_length=32, unique=True)),
                ("invited_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("sent_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                ("invited_by", _key("tenants.membership")),
                ("membership", _key("tenants.membership", null=True)),
                ("revoked_by", _key("tenants.membership", null=True)),
                ("tenant", _key("tenants.tenant")),
            ],
            options={
                "indexes": [models.Index(fields=["tenant", "id"], name="invitations")],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("tenant"),
                        django.db.models.functions.text.Lower("email"),
                        condition=models.Q(("accepted_at", None), ("revoked_at", None)),
                        name="invitation_open_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MemberChange",
            fields=[
                ("id", _id()),
                (
                    "change",
                    models.CharField(
                        choices=[
                            ("joined", "joined the shop"),
                            ("role", "got another role"),
                            ("name", "got another name"),
                            ("left", "was deactivated"),
                            ("returned", "was reactivated"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("before", models.CharField(blank=True, max_length=16)),
                ("after", models.CharField(blank=True, max_length=16)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("author", _key("tenants.membership")),
                ("membership", _key("tenants.membership")),
                ("tenant", _key("tenants.tenant")),
            ],
            options={
                "ordering": ("-id",),
                "abstract": False,
                "base_manager_name": "objects",
                "indexes": [
                    models.Index(fields=["tenant", "membership", "id"], name="member_changes")
                ],
            },
        ),
        frozen_sql(SQL, "0001_members"),
    ]
