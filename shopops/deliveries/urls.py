from django.urls import path

from shopops.deliveries.views import take_webhook

app_name = "deliveries"
urlpatterns = [path("webhooks/<str:token>", take_webhook, name="webhook")]
