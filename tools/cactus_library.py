"""Solve and certify the cactus distributions that are shipped: dpproofs/optima/cactus/library."""

from __future__ import annotations

from pathlib import Path

from dpproofs import Cactus
from dpproofs.optima.cactus.shipped import STORED

LIBRARY = Path(__file__).resolve().parent.parent / "dpproofs" / "optima" / "cactus" / "library"


def main() -> None:
    """Write a file for each variance."""
    LIBRARY.mkdir(exist_ok=True)
    for variance in STORED:
        path = LIBRARY / f"variance-{variance}.json"
        path.write_text(Cactus(variance=variance, n=50).to_json() + "\n", "utf-8")
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
