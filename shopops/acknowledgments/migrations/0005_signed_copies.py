from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("acknowledgments", "0004_mail_test"),
        ("tenants", "0003_vault_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="inboundmail",
            name="signed_hash",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddConstraint(
            model_name="inboundmail",
            constraint=models.UniqueConstraint(
                fields=("tenant", "signed_hash"), name="inbound_mail_answered_once"
            ),
        ),
    ]
