from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):

    dependencies = [
        ('connectors', '0006_parts_of_terms'),
        ('tenants', '0005_auditor'),
    ]

    operations = [
        migrations.CreateModel(
            name='Suppressed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ref', models.BinaryField(max_length=32)),
                ('shown', models.CharField(max_length=260)),
                ('reason', models.CharField(max_length=500)),
                ('added_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('removed_at', models.DateTimeField(null=True)),
                ('added_by', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.membership')),
                ('removed_by', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.membership')),
                ('tenant', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.tenant')),
            ],
            options={
                'indexes': [models.Index(fields=['tenant', '-id'], name='suppressed_newest')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('removed_at', None)), fields=('tenant', 'ref'), name='suppressed_once')],
            },
        ),
        frozen_sql(SQL, "0007_suppressed"),
    ]
