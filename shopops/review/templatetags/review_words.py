"""Small helpers of the review templates."""

from django import template

from shopops.review.words.labels import said, small
from shopops.review.words.times import day, exact_moment, moment, short_moment
from shopops.review.words.values import label, label_within, money

register = template.Library()

register.simple_tag(money)
register.filter("field_label", label)
register.filter("field_within", label_within)
register.filter("said", said)
register.filter("small", small)
register.filter("moment", moment)
register.filter("exact_moment", exact_moment)
register.filter("short_moment", short_moment)
register.filter("day", day)
