from django.db import migrations, models


class Migration(migrations.Migration):
    """Only what a form offers: the column takes the word already."""

    dependencies = [("tenants", "0004_delegated_tokens")]

    operations = [
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("viewer", "Viewer"),
                    ("auditor", "Auditor"),
                    ("reviewer", "Reviewer"),
                    ("admin", "Admin"),
                ],
                default="viewer",
                max_length=16,
            ),
        ),
    ]
