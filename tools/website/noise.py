"""The page that says which noise is best, from a table of proved brackets."""

import json
from pathlib import Path
from typing import Any

from noise_table import DELTAS, FILE

from dpproofs.auditing.record import FieldRecord
from website import sheets


def page(report: FieldRecord) -> str:
    """What follows on the page: a form, and where its answers go."""
    versions = ", ".join(f"{name} {version}" for name, version in report.libraries.items())
    return sheets.body("which-noise", "which-noise.html", versions=versions, date=report.date)


def data(path: Path = FILE) -> dict[str, Any]:
    """The table as the page reads it."""
    return {"deltas": DELTAS, "least": json.loads(path.read_text("utf-8"))}
