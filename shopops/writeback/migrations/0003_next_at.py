from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):

    dependencies = [
        ('writeback', '0002_mute'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='writebackaudit',
            name='took_ms',
        ),
        migrations.AddField(
            model_name='writebackaudit',
            name='next_at',
            field=models.DateTimeField(default=timezone.now),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='writebackaudit',
            name='finished_at',
            field=models.DateTimeField(null=True),
        ),
    ]
