from django.urls import path

from shopops.demo.mailbox import views

app_name = "mailbox"
urlpatterns = [
    path("demo/mailbox/", views.boxes, name="boxes"),
    path("demo/mailbox/<str:address>/", views.box, name="box"),
    path("demo/mailbox/<str:address>/<str:name>/", views.mail, name="mail"),
]
