import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('connections', '0002_guards'),
        ('tenants', '0006_persons_language'),
    ]

    operations = [
        migrations.CreateModel(
            name='ConnectionChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('change', models.CharField(choices=[('connected', 'Connected'), ('changed', 'Settings changed'), ('carries_out', 'What it carries out was changed'), ('paused', 'Paused'), ('resumed', 'Resumed'), ('removed', 'Removed')], max_length=12)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settings', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), default=list, size=None)),
                ('before', models.CharField(blank=True, max_length=12)),
                ('after', models.CharField(blank=True, max_length=12)),
                ('reason', models.CharField(max_length=500)),
                ('author', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.membership')),
                ('connection', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='connections.connection')),
                ('tenant', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.tenant')),
            ],
            options={
                'ordering': ('-id',),
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'connection', '-id'], name='connection_changes')],
            },
        ),
    ]
