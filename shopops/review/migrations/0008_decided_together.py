from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('review', '0007_waits'),
    ]

    operations = [
        migrations.AddField(
            model_name='decision',
            name='together',
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
