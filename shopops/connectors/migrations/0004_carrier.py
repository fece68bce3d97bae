import django.db.models.fields.json
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('connectors', '0003_people'),
    ]

    operations = [
        migrations.AddField(
            model_name='sourcerecord',
            name='carrier',
            field=models.GeneratedField(db_persist=True, expression=django.db.models.fields.json.KeyTextTransform('carrier', 'body'), output_field=models.CharField(max_length=255, null=True)),
        ),
        migrations.AddField(
            model_name='sourcerecord',
            name='carriers',
            field=models.GeneratedField(db_persist=True, expression=models.Func(models.F('body'), models.Value('$.shipments[*].carrier'), function='jsonb_path_query_array'), output_field=models.JSONField()),
        ),
    ]
