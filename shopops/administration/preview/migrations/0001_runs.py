
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0005_auditor'),
    ]

    operations = [
        migrations.CreateModel(
            name='PreviewRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('draft', models.JSONField()),
                ('based_on', models.PositiveIntegerField()),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('days', models.PositiveSmallIntegerField()),
                ('since', models.DateTimeField()),
                ('judged_at', models.DateTimeField()),
                ('upper', models.BigIntegerField()),
                ('cursor', models.BigIntegerField()),
                ('total', models.PositiveIntegerField(null=True)),
                ('seen', models.PositiveIntegerField(default=0)),
                ('stage', models.CharField(choices=[('running', 'Running'), ('done', 'Done'), ('cancelled', 'Cancelled'), ('failed', 'Failed')], default='running', max_length=10)),
                ('tally', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('advanced_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.membership')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tenants.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='PreviewOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('proposal_id', models.BigIntegerField()),
                ('order_number', models.CharField(max_length=255)),
                ('settled', models.BooleanField()),
                ('anyway', models.BooleanField(default=False)),
                ('before', models.CharField(blank=True, max_length=16)),
                ('after', models.CharField(max_length=16)),
                ('moves', models.BooleanField()),
                ('rules', models.JSONField(default=list)),
                ('said', models.JSONField(default=list)),
                ('differs', models.JSONField(default=list)),
                ('currency', models.CharField(blank=True, max_length=3)),
                ('amount_minor', models.BigIntegerField(null=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='orders', to='preview.previewrun')),
            ],
        ),
        migrations.AddIndex(
            model_name='previewrun',
            index=models.Index(fields=['tenant', '-id'], name='preview_newest'),
        ),
        migrations.AddIndex(
            model_name='previewrun',
            index=models.Index(condition=models.Q(('stage', 'running')), fields=['advanced_at'], name='preview_running'),
        ),
        migrations.AddIndex(
            model_name='previeworder',
            index=models.Index(fields=['run', '-moves', 'id'], name='preview_order_listed'),
        ),
    ]
