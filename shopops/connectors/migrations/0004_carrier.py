import django.contrib.postgres.fields
import django.db.models.fields.json
from pathlib import Path

from django.db import migrations, models

from shopops.ledger.frozen_sql import frozen_sql

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):

    dependencies = [
        ('connectors', '0003_people'),
    ]

    operations = [
        frozen_sql(SQL, "0004_carriers"),
        migrations.AddField(
            model_name='sourcerecord',
            name='carrier',
            field=models.GeneratedField(db_persist=True, expression=django.db.models.fields.json.KeyTextTransform('carrier', 'body'), output_field=models.CharField(max_length=255, null=True)),
        ),
        migrations.AddField(
            model_name='sourcerecord',
            name='carriers',
            field=models.GeneratedField(db_persist=True, expression=models.Func(models.F('body'), function='public.connectors_carriers'), output_field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), size=None)),
        ),
    ]
