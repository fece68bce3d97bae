from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):

    dependencies = [
        ('connectors', '0008_customers'),
        ('tenants', '0006_persons_language'),
    ]

    operations = [
        migrations.CreateModel(
            name='ErasedObject',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('record_type', models.CharField(choices=[('order', 'Order'), ('tracker', 'Tracker')], max_length=8)),
                ('external_id', models.CharField(max_length=255)),
                ('order_id', models.CharField(max_length=255)),
                ('erased_at', models.DateTimeField()),
                ('erased_by', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.membership')),
                ('tenant', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.tenant')),
            ],
            options={
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'order_id'], name='erased_by_order')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'external_id', 'record_type'), name='erased_once')],
            },
        ),
        frozen_sql(SQL, "0009_erased"),
    ]
