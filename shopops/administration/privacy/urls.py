from django.urls import path

from shopops.administration.privacy import acting_views as acting
from shopops.administration.privacy import views

HERE = "t/<slug:slug>/settings/privacy/"
ONE = f"{HERE}<int:request_id>/"
urlpatterns = [
    path(HERE, views.privacy_page, name="privacy"),
    path(ONE, views.show_one, name="privacy_request"),
    path(f"{ONE}erase/", acting.erase_orders, name="privacy_erase"),
    path(f"{ONE}download/", acting.download, name="privacy_download"),
    path(f"{ONE}settle/", acting.settle, name="privacy_settle"),
]
