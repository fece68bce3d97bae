from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('connectors', '0009_erased'),
    ]

    operations = [
        migrations.AddField(
            model_name='suppressed',
            name='removed_reason',
            field=models.CharField(blank=True, db_default='', default='', max_length=500),
        ),
    ]
