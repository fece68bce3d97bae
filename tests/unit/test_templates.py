"""Pages keep to the content security policy, and what is vendored is what was published."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# A mail is no page: mail programs know no style sheets and run nothing.
PAGES = [
    path for path in sorted((ROOT / "templates").rglob("*.html")) if path.parent.name != "mail"
]
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE
)
ELSEWHERE = re.compile(r"""(?:src|href|url\()\s*=?\s*["']?(?:https?:)?//""")
HASHED = re.compile(r"^\| (\S+) \| .* \| `([0-9a-f]{64})` \|$", re.MULTILINE)


@pytest.mark.parametrize("template", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_has_inline_code_or_fetches_from_elsewhere(template: Path) -> None:
    text = template.read_text()
    assert INLINE.findall(text) == []
    assert ELSEWHERE.findall(text) == []


def test_no_style_sheet_of_ours_fetches_from_elsewhere() -> None:
    for sheet in (ROOT / "static" / "css").glob("*.css"):
        assert "url(" not in sheet.read_text(), sheet


def test_vendored_files_are_byte_for_byte_what_was_published() -> None:
    vendor = ROOT / "static" / "vendor"
    listed = dict(HASHED.findall((vendor / "README.md").read_text()))
    kept = {
        str(path.relative_to(vendor)): sha256(path.read_bytes()).hexdigest()
        for kind in ("*.css*", "*.js*")
        for path in vendor.rglob(kind)
    }
    assert kept == listed
