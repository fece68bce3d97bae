"""The pictures as the script in the page takes them. The tables beside them need none."""

from collections.abc import Iterable
from typing import Any

from shopops.dashboard.charts.parts import Chart, Picture


def drawings(charts: Iterable[Chart]) -> dict[str, Any]:
    """By the id of the canvas."""
    return {
        f"{chart.slug}-{number}": _drawing(picture)
        for chart in charts
        for number, picture in enumerate(chart.pictures, start=1)
    }


def _drawing(picture: Picture) -> dict[str, Any]:
    return {
        "kind": picture.kind,
        "labels": list(picture.labels),
        "unit": picture.unit,
        "shown": list(picture.shown),
        "series": [
            {"name": one.name, "tone": str(one.tone), "values": list(one.values)}
            for one in picture.series
        ],
    }
