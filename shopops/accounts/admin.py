"""Operators see no accounts of the library in Django's admin: it would show secrets of second
factors and addresses to change, past the record of what happened (`models.AccountEvent`)."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin

admin.site.unregister([Authenticator, EmailAddress, UserSession])
admin.site.unregister([SocialAccount, SocialApp, SocialToken])
