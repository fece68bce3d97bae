from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("connections", "0002_guards")]

    operations = [
        migrations.AddField("connection", "asked_until", models.DateTimeField(null=True)),
        migrations.AddField("connection", "asking_until", models.DateTimeField(null=True)),
    ]
