from django.db import migrations, models


class Migration(migrations.Migration):
    """What a person holds is found however many items a shop has."""

    dependencies = [("alarms", "0005_roster_changes")]

    operations = [
        migrations.AddIndex(
            model_name="alarmitem",
            index=models.Index(
                condition=models.Q(("holder__isnull", False)),
                fields=["tenant", "holder", "id"],
                name="alarm_held",
            ),
        ),
    ]
