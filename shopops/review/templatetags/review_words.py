"""Small helpers of the review templates."""

from django import template

from shopops.review.words.times import day, moment, short_moment
from shopops.review.words.values import label, money

register = template.Library()

register.simple_tag(money)
register.filter("field_label", label)
register.filter("moment", moment)
register.filter("short_moment", short_moment)
register.filter("day", day)
