from django.urls import path

from shopops.acknowledgments.views import mail_doctor, provider, quarantine, raw

app_name = "acknowledgments"
urlpatterns = [
    path("inbound/<slug:slug>/raw", raw.take_raw, name="raw"),
    path("inbound/<slug:slug>/<slug:name>", provider.take_posted, name="provider"),
    path("inbound/<slug:slug>/<slug:name>/mime", provider.take_posted, name="provider_mime"),
    path("t/<slug:slug>/alarms/mail-doctor/", mail_doctor.mail_doctor, name="mail_doctor"),
    path("t/<slug:slug>/quarantine/", quarantine.quarantine_page, name="quarantine"),
]
