from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('connections', '0005_test_failed'),
        ('tenants', '0006_persons_language'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('body__isnull', False)), fields=['tenant', 'received_at'], name='delivery_with_body'),
        ),
    ]
