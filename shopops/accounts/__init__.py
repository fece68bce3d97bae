"""Signing in: passwords, second factors, single sign-on, sessions, and a record of all of it.

The work is django-allauth's; this room chooses what of it is open, says it in the site's words and
keeps what happened. Who may do what in which shop is not asked here (`tenants.access`).
"""
