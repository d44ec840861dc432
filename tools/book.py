"""Write the book, build/book.pdf, from the certificates that are kept.

A claim that is no longer what its certificate is about is checked anew.

Usage: python tools/book.py [PATH]
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from kept_results import results

from dpproofs.render.book import compile_book, render_all
from dpproofs.theorems.registry import formalised

ROOT = Path(__file__).resolve().parent.parent
CERTIFICATES = ROOT / "derivations" / "certificates"


def write(path: Path, names: Sequence[str], *, figures: bool = True) -> None:
    """Typeset the book of some claims."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        render_all(list(results(names, CERTIFICATES, print)), Path(name), figures=figures)
        compile_book(Path(name), path)


if __name__ == "__main__":
    given = sys.argv[1:]
    write(Path(given[0]) if given else ROOT / "build" / "book.pdf", formalised())
