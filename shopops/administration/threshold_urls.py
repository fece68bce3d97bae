from django.urls import path

from shopops.administration import threshold_history_views as history
from shopops.administration import threshold_preview_views as preview
from shopops.administration import threshold_views as views
from shopops.administration.suppression.urls import urlpatterns as suppression

HERE = "t/<slug:slug>/settings/thresholds/"
urlpatterns = [
    *suppression,
    path(HERE, views.thresholds_page, name="thresholds"),
    path(f"{HERE}preview/", preview.begin_preview, name="begin_preview"),
    path(f"{HERE}preview/<int:run_id>/", preview.preview_page, name="preview"),
    path(f"{HERE}preview/<int:run_id>/stop/", preview.stop_preview, name="stop_preview"),
    path(f"{HERE}history/", history.history_page, name="threshold_history"),
    path(f"{HERE}history/<int:version>/restore/", history.restore_version, name="restore_version"),
    path(f"{HERE}history/<int:version>/preview/", preview.preview_version, name="preview_version"),
]
