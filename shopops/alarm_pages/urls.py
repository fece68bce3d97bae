"""The shop's alarms: the list, one item, and what people do with it."""

from django.urls import include, path

from shopops.alarm_pages.views import answers, audit, item, listing

alarms = [
    path("", listing.alarms, name="list"),
    path("audit/", audit.audit, name="audit"),
    path("<int:item_id>/", item.item, name="item"),
    path("<int:item_id>/acknowledge/", answers.acknowledge, name="acknowledge"),
    path("<int:item_id>/hand-off/", answers.hand_off, name="hand_off"),
    path("<int:item_id>/resolve/", answers.resolve, name="resolve"),
    path("<int:item_id>/unacknowledge/", answers.unacknowledge, name="unacknowledge"),
]
urlpatterns = [path("t/<slug:slug>/alarms/", include((alarms, "alarms")))]
