"""The catalogues hold all that is translatable, whole, and rooms that are translated say nothing
beside them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings

from shopops.checks.messages import (
    compiled,
    folder,
    is_translated,
    kept,
    languages,
    updated,
    written,
)

TRANSLATED = (
    "templates/base.html",
    "templates/skeleton.html",
    "templates/400.html",
    "templates/403.html",
    "templates/403_csrf.html",
    "templates/404.html",
    "templates/413.html",
    "templates/429.html",
    "templates/500.html",
    "templates/alarms",
    "templates/ledger",
    "templates/review",
    "templates/review/detail",
    "templates/review/receipt",
    "templates/mail",
    "templates/account/email",
    "templates/mfa/email",
)
ENGLISH = re.compile(
    r"(shopops|templates)/(administration|accounts?|setup|dashboard|mfa|socialaccount"
    r"|execution|connectors|connections|writeback|privacy"
    r"|acknowledgments|entry|guides)/"
)
# Mails, and what stands on translated pages.
TRANSLATED_BESIDE = re.compile(
    r"letters|account/email|mfa/email|settings_frame|first_steps|execution_frame|execution/pages/(words|codes)|_carried_out"
)
MARKED = (
    "account",
    "acknowledgments",
    "administration",
    "customers",
    "dashboard",
    "entry",
    "execution",
    "guides",
    "mfa",
    "setup",
    "socialaccount",
    "writeback",
)
LOOK_UP = ("_", "gettext", "ngettext", "pgettext")
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w*\}")
RENAMED = re.compile(r"import (\w*gettext\w* as \w+)")
BLOCKS = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}", re.DOTALL)
# What nobody reads: comments, tags of the template, and HTML but for what it says by attributes.
SILENT = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|\{\w+\}|<!DOCTYPE html>|&\w+;")
SAID_BY_ATTRIBUTE = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
ELEMENT = re.compile(r"<(code|title)>manage.py.*?</\1>|<kbd.*?</kbd>|<[^>]*>", re.DOTALL)
INSTEAD = re.compile(r'\|default(?:_if_none)?:"([^"]*[a-zA-Z]{2}[^"]*)"')
# As it is in every language.
NAMES = re.compile(r"ShopOps|HTTP|UTC|USD|O-1030|^en$|^S$")


@pytest.fixture(scope="module", params=languages())
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def catalogue(language: str) -> Catalog:
    return kept(language)


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (one for one in catalogue if one.id)


def test_the_files_are_what_the_source_says_today(language: str) -> None:
    today = updated(language)
    assert (folder(language) / "django.po").read_bytes() == written(today)
    assert (folder(language) / "django.mo").read_bytes() == compiled(today)


def test_nothing_is_missing_and_nothing_is_guessed(catalogue: Catalog) -> None:
    """But for what is said in rooms that are English as a whole, and nowhere else."""
    unsaid = [one for one in messages(catalogue) if not is_translated(one) or one.fuzzy]
    assert [one.id for one in unsaid if not is_english(one)] == []


def is_english(message: Message) -> bool:
    places = [path for path, _ in message.locations]
    return all(ENGLISH.match(place) and not TRANSLATED_BESIDE.search(place) for place in places)


def test_a_translation_is_filled_with_what_the_original_is_filled_with(catalogue: Catalog) -> None:
    for one in filter(is_translated, messages(catalogue)):
        originals = (one.id,) if isinstance(one.id, str) else one.id
        forms = (one.string,) if isinstance(one.string, str) else one.string or ()
        for original, form in zip(originals, forms, strict=True):
            filled = {frozenset(PLACEHOLDER.findall(text)) for text in (original, originals[-1])}
            assert frozenset(PLACEHOLDER.findall(form)) in filled, one.id


def test_no_word_is_looked_up_within_an_f_string_where_nothing_collects_it() -> None:
    sources = (path.read_text() for path in (Path(settings.BASE_DIR) / "shopops").rglob("*.py"))
    suspects = [text for text in sources if re.search(r"\{(_|n?gettext|pgettext)\(", text)]
    assert [found for text in suspects for found in looked_up_within(text)] == []
    assert looked_up_within("""x = f"{said}: {_('more')}\"""") == ["_('more')"]


def test_words_are_looked_up_under_names_that_the_collector_knows() -> None:
    sources = (path.read_text() for path in (Path(settings.BASE_DIR) / "shopops").rglob("*.py"))
    renamed = [found for text in sources for found in RENAMED.findall(text)]
    assert {one.rpartition(" ")[2] for one in renamed} == {"_"}


def looked_up_within(source: str) -> list[str]:
    strings = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.JoinedStr)]
    calls = [part for one in strings for part in ast.walk(one) if isinstance(part, ast.Call)]
    named = [call for call in calls if call.args and isinstance(call.args[0], ast.Constant)]
    return [ast.unparse(call) for call in named if ast.unparse(call.func) in LOOK_UP]


def test_templates_of_translated_rooms_say_nothing_that_the_catalogue_has_not() -> None:
    paths = [path for name in TRANSLATED for path in files_at(Path(settings.BASE_DIR) / name)]
    assert len(paths) > 20
    assert {path.name: said for path in paths if (said := untranslated(read(path)))} == {}


def read(path: Path) -> str:
    """What has no element of its own is the inside of one: its attributes."""
    text = path.read_text()
    return f"<i {text}>" if path.suffix == ".html" and "<" not in text else text


@pytest.mark.parametrize("room", MARKED)
def test_rooms_that_are_english_as_a_whole_mark_their_words_all_the_same(room: str) -> None:
    paths = sorted((Path(settings.BASE_DIR) / "templates" / room).rglob("*.html"))
    assert {path.name: said for path in paths if (said := untranslated(path.read_text()))} == {}


@pytest.mark.parametrize("room", MARKED)
def test_what_is_said_where_a_value_is_missing_is_marked_too(room: str) -> None:
    paths = sorted((Path(settings.BASE_DIR) / "templates" / room).rglob("*.html"))
    assert {path.name: said for path in paths if (said := INSTEAD.findall(path.read_text()))} == {}
    assert INSTEAD.findall('{{ one|default:"None" }} {{ one|default:_("None") }}') == ["None"]


def files_at(place: Path) -> list[Path]:
    return sorted(one for one in place.iterdir() if one.is_file()) if place.is_dir() else [place]


def untranslated(template: str) -> list[str]:
    rest = SILENT.sub("", BLOCKS.sub("", template))
    words = [*SAID_BY_ATTRIBUTE.findall(rest), *ELEMENT.sub("\n", rest).split("\n")]
    return [said for word in words if re.search(r"[^\W\d_]", said := NAMES.sub("", word).strip())]


@pytest.mark.parametrize(
    "template",
    ["<p>{% translate 'x' %} more</p>", '<a title="More">{{ x }}</a>', "{name} more"],
)
def test_a_word_beside_the_catalogue_is_found(template: str) -> None:
    assert untranslated(template) != []
