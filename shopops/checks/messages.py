"""Collects what is translatable, keeps the catalogues and compiles them: by Babel alone, since the
programs of GNU gettext are not everywhere.

Some rooms, among them those that must not know Django, keep their words in tables at the top of a
module, in labels of choices, or in what a refusal says; those are read as they stand
(`WORD_TABLES`, `WORD_CLASSES`), and whoever shows a word looks its translation up.
"""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages import catalog as babel
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize
from msgspec import Struct

WORD_TABLES = (
    "shopops/acknowledgments/check_words.py",
    "shopops/acknowledgments/doctor/report.py",
    "shopops/acknowledgments/doctor/sentences.py",
    "shopops/acknowledgments/doctor/steps.py",
    "shopops/acknowledgments/outcomes.py",
    "shopops/agents/cause_words.py",
    "shopops/alarm_pages/words/audit.py",
    "shopops/alarms/refusals.py",
    "shopops/mailing/check_words.py",
    "shopops/policy/explain.py",
    "shopops/policy/sentences.py",
    "shopops/review/detail/policy_card.py",
    "shopops/review/detail/tracking.py",
    "shopops/review/words/actions.py",
    "shopops/review/words/notes.py",
    "shopops/review/words/decided.py",
    "shopops/review/words/parcels.py",
    "shopops/review/words/rules.py",
    "shopops/review/words/values.py",
    "shopops/review/words/why.py",
)
WORD_CLASSES = (
    "shopops/accounts/models.py",
    "shopops/administration/members/refusals.py",
    "shopops/administration/models.py",
    "shopops/administration/refusals.py",
    "shopops/connections/models.py",
    "shopops/execution/refusals.py",
    "shopops/proposals/statuses.py",
    "shopops/review/bulk/refusals.py",
    "shopops/review/drafting/refusals.py",
    "shopops/review/editing/refusals.py",
    "shopops/review/models/decisions.py",
    "shopops/review/refusals/base.py",
    "shopops/review/refusals/forms.py",
    "shopops/review/refusals/persons.py",
    "shopops/review/refusals/standing.py",
    "shopops/review/saved_views.py",
    "shopops/setup/files/refusals.py",
    "shopops/setup/models.py",
    "shopops/writeback/refusals.py",
)
REFUSALS = re.compile(r"Refus|NotInvited")  # in the name of what a refusal is derived from
ALSO_SMALL = frozenset({"LABELS", "TITLES"})  # tables whose words stand within sentences too
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
# What Django makes of a template: the calls in it, and as many lines as before.
CALL = re.compile(r"\b(?:gettext|ngettext|pgettext|_)\(")


class Message(Struct, frozen=True):
    """`plural` empty where there is none."""

    path: str
    text: str
    plural: str = ""
    context: str | None = None


def languages() -> list[str]:
    """Those that need a catalogue: the words in the source are English."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def folder(language: str) -> Path:
    path: Path = settings.LOCALE_PATHS[0]
    return path / language / "LC_MESSAGES"


def kept(language: str) -> Catalog:
    """As it is written in the repository; empty for a new language."""
    path = folder(language) / "django.po"
    if not path.exists():
        return Catalog(locale=language, project="ShopOps", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The kept one with exactly the messages of today; new ones are empty, none is guessed."""
    catalogue, found = kept(language), Catalog(project="ShopOps", charset="utf-8")
    found.creation_date = catalogue.creation_date
    for message in messages():
        text = (message.text, message.plural) if message.plural else message.text
        found.add(text, locations=[(message.path, 0)], context=message.context)
    catalogue.update(found, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment, catalogue.fuzzy = "# What the interface says.", False
    return catalogue


def written(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalogue, width=100, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def is_translated(message: babel.Message) -> bool:
    """All of its plural forms are."""
    forms = (message.string,) if isinstance(message.string, str) else message.string or ()
    return bool(forms) and all(forms)


def messages() -> Iterator[Message]:
    base: Path = settings.BASE_DIR
    for path in sorted((base / "shopops").rglob("*.py")):
        name = path.relative_to(base).as_posix()
        source = path.read_bytes()
        if b"gettext" in source:
            yield from _calls(name, source)
        if name in WORD_TABLES:
            yield from _table(name, source)
        if name in WORD_CLASSES:
            yield from _classes(name, source)
    for path in sorted((base / "templates").rglob("*.*")):
        name, text = path.relative_to(base).as_posix(), path.read_text(encoding="utf-8")
        if "i18n" in text:
            calls = _only_calls(templatize(text, origin=name))
            yield from _calls(name, calls.encode())


def _calls(name: str, source: bytes) -> Iterator[Message]:
    for _, found, _, context in extract("python", io.BytesIO(source), KEYWORDS):
        texts = (found,) if isinstance(found, str) else found
        yield Message(name, texts[0], texts[1] if len(texts) > 1 else "", context)


def _table(name: str, source: bytes) -> Iterator[Message]:
    """The values of the dictionaries at the top of a module; a pair is a singular and a plural."""
    for statement in ast.parse(source).body:
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
            continue
        if not isinstance(statement.value, ast.Dict):
            continue
        target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
        small = isinstance(target, ast.Name) and target.id in ALSO_SMALL
        for value in statement.value.values:
            texts = _texts(value)
            if texts:
                yield Message(name, texts[0], texts[1] if len(texts) > 1 else "")
            if texts and small:
                yield Message(name, texts[0].lower())


def _classes(name: str, source: bytes) -> Iterator[Message]:
    """Of choices the labels, of refusals the title and the sentence; a label or a title stands
    within sentences too."""
    for one in ast.parse(source).body:
        if not isinstance(one, ast.ClassDef):
            continue
        labels = [text for statement in one.body for text in _labels(statement)]
        for label in labels:
            yield Message(name, label)
            yield Message(name, label.lower())
        is_refusal = any(
            isinstance(base, ast.Name) and REFUSALS.search(base.id) for base in one.bases
        )
        if is_refusal:
            yield Message(name, ast.get_docstring(one) or "")


def _labels(statement: ast.stmt) -> tuple[str, ...]:
    """`NAME = "code", "Label"`, or `title = "Title"`."""
    if isinstance(statement, ast.AnnAssign) and statement.value:
        target: ast.expr = statement.target
    elif isinstance(statement, ast.Assign):
        target = statement.targets[0]
    else:
        return ()
    if not isinstance(target, ast.Name):
        return ()
    texts = _texts(statement.value)
    if target.id == "title":
        return texts[:1]
    return texts[1:] if target.id.isupper() and len(texts) == 2 else ()


def _texts(value: ast.expr | None) -> tuple[str, ...]:
    """Of a text, or a tuple of texts."""
    found: list[ast.expr | None] = [*value.elts] if isinstance(value, ast.Tuple) else [value]
    texts = [one.value for one in found if isinstance(one, ast.Constant)]
    return tuple(text for text in texts if isinstance(text, str))


def _only_calls(text: str) -> str:
    """What is around them is no Python."""
    found = []
    for start in CALL.finditer(text):
        end = start.end()
        while not _is_closed(text[start.start() : end]):
            end = text.index(")", end) + 1
        found.append(text[start.start() : end])
    return "\n".join(found)


def _is_closed(call: str) -> bool:
    try:
        ast.parse(call)
    except SyntaxError:
        return False
    return True
