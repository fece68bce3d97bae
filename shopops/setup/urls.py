from django.urls import path

from shopops.setup import opening_views, views
from shopops.setup.files import views as files

app_name = "setup"
SETUP = "t/<slug:slug>/setup/"
FILE = f"{SETUP}orders/<int:file_id>/"

urlpatterns = [
    path("shops/new/", opening_views.new_shop, name="new_shop"),
    path(SETUP, views.checklist_page, name="checklist"),
    path(f"{SETUP}shop/", views.shop_form_page, name="shop"),
    path(f"{SETUP}amounts/", views.amounts_page, name="amounts"),
    path(f"{SETUP}orders/", files.orders_page, name="orders"),
    path(FILE, files.file_page, name="file"),
    path(f"{FILE}refused.csv", files.refused_rows, name="refused_rows"),
    path(f"{FILE}import/", files.import_file, name="import_file"),
    path(f"{FILE}discard/", files.discard_file, name="discard_file"),
]
