"""Writes docs/settings.md: `python -m tests.support.settings_table`."""

from shopops.settings.environment import SETTINGS
from tests.support.programs import ROOT

HEAD = """# Settings

Everything that can be set, read from the environment. Written by
`python -m tests.support.settings_table`; a test fails when it is out of date.

| variable | when unset | what it does |
|---|---|---|
"""


def main() -> None:
    rows = [
        f"| `{setting.name}` | {setting.default} | {setting.meaning} |\n" for setting in SETTINGS
    ]
    (ROOT / "docs/settings.md").write_text(HEAD + "".join(rows))


if __name__ == "__main__":
    main()
