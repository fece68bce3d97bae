from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("ledger", "0007_clock"),)
    operations = (
        migrations.RemoveConstraint(model_name="event", name="ledger_event_of_tenant"),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(
                fields=("id", "tenant"), name="ledger_event_of_tenant"
            ),
        ),
        migrations.RemoveIndex(model_name="event", name="ledger_event_timeline"),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["order_id", "tenant", "id"], name="ledger_event_timeline"),
        ),
    )
