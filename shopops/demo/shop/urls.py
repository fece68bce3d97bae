from django.urls import path

from shopops.demo.shop import api, views

app_name = "demo_shop"
urlpatterns = [
    path("demo/shop/", views.shops, name="shops"),
    path("demo/shop/<slug:slug>/", views.shop, name="shop"),
    path("demo/shop/<slug:slug>/api/", api.answer, name="api"),
    path("demo/shop/<slug:slug>/api/<path:path>", api.answer, name="api_below"),
    path("demo/shop/<slug:slug>/new-order/", views.order_comes_in, name="new_order"),
    path("demo/shop/<slug:slug>/refund-fails/", views.refund_fails, name="refund_fails"),
    path("demo/shop/<slug:slug>/orders/<str:order_id>/", views.order, name="order"),
    path("demo/shop/<slug:slug>/orders/<str:order_id>/happen/", views.make_happen, name="happen"),
]
