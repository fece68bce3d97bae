"""Where the real data is: $SHOPOPS_REAL_DATA, else ../shared/data beside the checkout."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

DEFAULT = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDER = Path(os.environ.get("SHOPOPS_REAL_DATA", DEFAULT))

needs_real_data = [
    pytest.mark.real,
    pytest.mark.skipif(
        not FOLDER.is_dir(), reason=f"no real data in {FOLDER}; set SHOPOPS_REAL_DATA to its folder"
    ),
]


def path_of(name: str) -> Path:
    return FOLDER / name


def read_json(name: str, **options: Any) -> Any:
    return json.loads(path_of(name).read_bytes(), **options)
